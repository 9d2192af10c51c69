/** Tests of the ledger: stories, and a simulation of crashes. */
@NullMarked
package io.sluice.topology.ledger;

import org.jspecify.annotations.NullMarked;
