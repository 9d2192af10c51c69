/** Tests of what the log shows. */
@NullMarked
package io.sluice.app.log;

import org.jspecify.annotations.NullMarked;
