/** Tests of plans and of what is derived from them. */
@NullMarked
package io.sluice.query.plan;

import org.jspecify.annotations.NullMarked;
