/** The scripts by which a contributor starts. */
@NullMarked
package io.sluice.test.build;

import org.jspecify.annotations.NullMarked;
