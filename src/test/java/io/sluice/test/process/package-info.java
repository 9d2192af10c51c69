/** Child processes under test: started, watched, paused and killed, always with a deadline. */
@NullMarked
package io.sluice.test.process;

import org.jspecify.annotations.NullMarked;
