@NullMarked
package io.sluice.app.file;

import org.jspecify.annotations.NullMarked;
