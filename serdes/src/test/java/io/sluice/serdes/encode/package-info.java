@NullMarked
package io.sluice.serdes.encode;

import org.jspecify.annotations.NullMarked;
