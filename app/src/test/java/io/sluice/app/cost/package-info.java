@NullMarked
package io.sluice.app.cost;

import org.jspecify.annotations.NullMarked;
