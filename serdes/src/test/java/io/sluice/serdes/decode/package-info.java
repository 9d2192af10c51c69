@NullMarked
package io.sluice.serdes.decode;

import org.jspecify.annotations.NullMarked;
