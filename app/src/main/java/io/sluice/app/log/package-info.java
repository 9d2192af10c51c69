/** What of the libraries' logs people get to see; used by {@code logback.xml}. */
@NullMarked
package io.sluice.app.log;

import org.jspecify.annotations.NullMarked;
