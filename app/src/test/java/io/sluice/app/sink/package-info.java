/** Tests of the sink stage, and the simulation of crashes over ledger, outbox and table. */
@NullMarked
package io.sluice.app.sink;

import org.jspecify.annotations.NullMarked;
