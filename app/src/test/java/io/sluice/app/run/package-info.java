/** Tests. */
@NullMarked
package io.sluice.app.run;

import org.jspecify.annotations.NullMarked;
