/** Tests of the progress reports. */
@NullMarked
package io.sluice.app.progress;

import org.jspecify.annotations.NullMarked;
