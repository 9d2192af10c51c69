/** The rules about who may know whom, as tests. */
@NullMarked
package io.sluice.test.architecture;

import org.jspecify.annotations.NullMarked;
