/** Reading a Delta table back by engines that are not ours, in one comparable form. */
@NullMarked
package io.sluice.test.read;

import org.jspecify.annotations.NullMarked;
