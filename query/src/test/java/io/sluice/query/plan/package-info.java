@NullMarked
package io.sluice.query.plan;

import org.jspecify.annotations.NullMarked;
