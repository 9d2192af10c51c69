@NullMarked
package io.sluice.app.window;

import org.jspecify.annotations.NullMarked;
