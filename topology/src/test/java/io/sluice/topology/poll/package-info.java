@NullMarked
package io.sluice.topology.poll;

import org.jspecify.annotations.NullMarked;
