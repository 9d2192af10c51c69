/** Tests. */
@NullMarked
package io.sluice.app.kafka;

import org.jspecify.annotations.NullMarked;
