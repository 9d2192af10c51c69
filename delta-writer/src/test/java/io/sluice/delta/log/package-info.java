@NullMarked
package io.sluice.delta.log;

import org.jspecify.annotations.NullMarked;
