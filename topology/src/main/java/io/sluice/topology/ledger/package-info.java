/** The window ledger and the clock of a source partition: plain Java, its storage behind a port, so that a test can crash it after every step. */
@NullMarked
package io.sluice.topology.ledger;

import org.jspecify.annotations.NullMarked;
