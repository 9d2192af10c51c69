package io.sluice.app.window;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** The way to other instances of the query. */
@FunctionalInterface
public interface Peers {
    /** Of a query whose instances cannot reach each other. */
    Peers NONE = (host, port, question, partitions, timeout) -> CompletableFuture.failedFuture(
            new WindowsMovingException("partitions " + partitions + " are on instance " + host + ":" + port
                    + ", which cannot be asked from here; set http in the query file of each instance"));

    /**
     * Asks an instance about ledgers that it works on.
     *
     * @return fails with a {@link WindowsMovingException} when it does not answer in time, or works on them no more
     */
    CompletableFuture<WindowPage> ask(
            String host, int port, WindowQuestion question, Set<Integer> partitions, Duration timeout);
}
