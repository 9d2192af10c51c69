package io.sluice.app.http;

import io.sluice.app.file.HttpSettings;
import io.sluice.app.metrics.QueryMetrics;
import io.sluice.app.progress.QueryHealth;
import io.sluice.app.run.StreamingQuery;
import io.sluice.app.window.OpenWindowsNow;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;

/**
 * Serves one query over HTTP. It is started before the query, to which it gives its address, and closed after it. Thread-safe.
 */
public final class QueryServer implements AutoCloseable {
    private final HttpSettings settings;
    private final WebServer server;
    private final HttpPeers peers;
    private @Nullable StreamingQuery query;
    private @Nullable QueryMetrics metrics;
    private @Nullable OpenWindowsNow windows;
    private QueryHealth withoutQuery = QueryHealth.starting();

    private QueryServer(HttpSettings settings, String name) {
        this.settings = settings;
        this.peers = new HttpPeers(settings);
        Gate gate = new Gate(settings);
        this.server = WebServer.start(settings, gate, Endpoints.of(name, this, gate));
    }

    /**
     * Opens the port.
     *
     * @param name of the query that will be shown
     * @throws io.sluice.app.run.QueryStartException when the port cannot be had
     */
    public static QueryServer start(HttpSettings settings, String name) {
        return new QueryServer(settings, name);
    }

    /** From now on that query is shown, in place of the one before. */
    public synchronized void show(StreamingQuery running) {
        closeMetrics();
        query = running;
        metrics = new QueryMetrics(running);
        windows = running.definition().hasWindow() ? running.openWindows(peers) : null;
    }

    /** There is no query for now, and that is why. */
    public synchronized void showNone(QueryHealth health) {
        closeMetrics();
        query = null;
        withoutQuery = health;
    }

    private void closeMetrics() {
        windows = null;
        if (metrics != null) {
            metrics.close();
            metrics = null;
        }
    }

    /** @throws Refusal when there is no query now */
    synchronized StreamingQuery query() {
        if (query == null) {
            throw Refusal.notReady(withoutQuery.reason());
        }
        return query;
    }

    /** @throws Refusal when there is no query now */
    synchronized QueryMetrics metrics() {
        if (metrics == null) {
            throw Refusal.notReady(withoutQuery.reason());
        }
        return metrics;
    }

    /** @throws Refusal when there is no query now */
    synchronized OpenWindowsNow windows() {
        if (query != null && !query.definition().hasWindow()) {
            throw new Refusal(404, "the query has no window, so that none is open", 0);
        }
        if (windows == null) {
            throw Refusal.notReady(withoutQuery.reason());
        }
        return windows;
    }

    QueryHealth health() {
        StreamingQuery shown;
        synchronized (this) {
            if (query == null) {
                return withoutQuery;
            }
            shown = query;
        }
        return shown.health();
    }

    /** The port that is listened at. */
    public int port() {
        return server.port();
    }

    /** For people on this machine, such as {@code http://localhost:8080}. */
    public String url() {
        String host = settings.isLoopback() || settings.host().equals("0.0.0.0") ? "localhost" : settings.host();
        return (settings.tls().isPresent() ? "https://" : "http://") + host + ":" + port();
    }

    /** {@code host:port} for other instances of the query. */
    public String advertised() {
        return settings.advertised().orElseGet(() -> (settings.isLoopback() ? "localhost" : ownName()) + ":" + port());
    }

    private static String ownName() {
        try {
            return InetAddress.getLocalHost().getCanonicalHostName();
        } catch (UnknownHostException nameless) {
            throw new IllegalStateException(
                    "http.advertised: is needed, this machine does not know its name", nameless);
        }
    }

    @Override
    public void close() {
        server.close();
        synchronized (this) {
            closeMetrics();
        }
    }
}
