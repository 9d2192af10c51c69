@NullMarked
package io.sluice.serdes.schema;

import org.jspecify.annotations.NullMarked;
