@NullMarked
package io.sluice.delta.commit;

import org.jspecify.annotations.NullMarked;
