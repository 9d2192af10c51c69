/** What Spark looks for and the servlet API no longer has. */
@NullMarked
package jakarta.servlet;

import org.jspecify.annotations.NullMarked;
