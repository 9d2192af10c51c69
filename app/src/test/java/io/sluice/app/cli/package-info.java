/** Tests of the command line. */
@NullMarked
package io.sluice.app.cli;

import org.jspecify.annotations.NullMarked;
