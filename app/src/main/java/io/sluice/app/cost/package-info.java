/** What a query's runs use of a machine, kept beside the checkpoint, and what that comes to in a day. */
@NullMarked
package io.sluice.app.cost;

import org.jspecify.annotations.NullMarked;
