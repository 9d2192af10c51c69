@NullMarked
package io.sluice.app.embedded;

import org.jspecify.annotations.NullMarked;
