/**
 * Questions about the windows that are open now, answered while the query runs.
 *
 * <p>A {@link io.sluice.app.window.WindowQuestion} is put to {@link io.sluice.app.window.OpenWindowsNow}. It finds out from Kafka
 * Streams who works on which ledger, asks the {@code LocalLedgers} of this process and, through {@link
 * io.sluice.app.window.Peers}, those of others, and merges what they say into one {@link io.sluice.app.window.WindowPage}. All of a
 * question is answered or none of it.
 *
 * <p><b>What is read.</b> The ledger's store on disk, as of the last Kafka transaction of its task: committed state only, and at most
 * one commit interval old. The live aggregates on the heap belong to the stream thread, which never waits for a reader.
 *
 * <p><b>Order and pages.</b> Rows come by window, then by the bytes of their group. That order is the same in every instance, and a row
 * lies in one ledger only, so the key of a row says where the next page begins, wherever partitions have moved meanwhile.
 */
@NullMarked
package io.sluice.app.window;

import org.jspecify.annotations.NullMarked;
