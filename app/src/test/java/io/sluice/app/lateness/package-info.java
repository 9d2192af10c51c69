@NullMarked
package io.sluice.app.lateness;

import org.jspecify.annotations.NullMarked;
