@NullMarked
package io.sluice.delta.file;

import org.jspecify.annotations.NullMarked;
