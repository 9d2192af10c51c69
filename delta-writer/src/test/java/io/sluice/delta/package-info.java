@NullMarked
package io.sluice.delta;

import org.jspecify.annotations.NullMarked;
