/** How a commit file of the Delta log comes into being at most once. */
@NullMarked
package io.sluice.delta.log;

import org.jspecify.annotations.NullMarked;
