/** The decision whether, and the loop in which, rows become part of a table exactly once: plain Java, without Delta's types. */
@NullMarked
package io.sluice.delta.commit;

import org.jspecify.annotations.NullMarked;
