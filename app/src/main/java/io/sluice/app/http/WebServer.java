package io.sluice.app.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.util.JavalinBindException;
import io.sluice.app.file.HttpSettings;
import io.sluice.app.run.QueryStartException;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Endpoints on a port: Javalin and Jetty, bounded in threads, sizes and times. */
final class WebServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WebServer.class);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int MOST_THREADS = 16;
    private static final int MOST_HEADER_BYTES = 8 << 10;
    private static final int IDLE_MS = 30_000;
    /** Nothing but what comes from here may be loaded or called, and nobody may frame the page. */
    private static final String CONTENT_POLICY =
            "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'; base-uri 'none'; "
                    + "form-action 'none'";

    private static final String NOTHING_HERE = "there is nothing here; /openapi.json says what there is";

    private final Javalin javalin;

    private WebServer(Javalin javalin) {
        this.javalin = javalin;
    }

    /** @throws QueryStartException when the port cannot be had, or the keystore cannot be read */
    static WebServer start(HttpSettings settings, Gate gate, List<Endpoint> endpoints) {
        Javalin javalin = Javalin.create(config -> {
            config.startup.showJavalinBanner = false;
            config.startup.showOldJavalinVersionWarning = false;
            config.startup.startupWatcherEnabled = false;
            config.http.prefer405over404 = true;
            config.http.maxRequestSize = MOST_HEADER_BYTES;
            config.jetty.threadPool = threads();
            config.jetty.modifyHttpConfiguration(WebServer::bound);
            config.jetty.addConnector((server, http) -> connector(settings, server, http));
            routes(config, gate, endpoints);
        });
        try {
            javalin.start();
        } catch (RuntimeException refused) {
            javalin.stop();
            throw explained(settings, refused);
        }
        return new WebServer(javalin);
    }

    private static QueryStartException explained(HttpSettings settings, RuntimeException refused) {
        Throwable root = refused;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        boolean taken = refused instanceof JavalinBindException;
        String message = taken
                ? "http.port = " + settings.port() + ": cannot be listened at on " + settings.host() + " ("
                        + root.getMessage() + "); choose another port, or 0 for one that is free"
                : "http: cannot be served (" + root + "); see http.tls and http.host";
        return new QueryStartException(QueryStartException.Subject.SETTINGS, message, refused);
    }

    private static QueuedThreadPool threads() {
        QueuedThreadPool pool = new QueuedThreadPool(MOST_THREADS, 2, IDLE_MS);
        pool.setName("sluice-http");
        pool.setDaemon(true);
        pool.setReservedThreads(0);
        return pool;
    }

    private static void bound(HttpConfiguration http) {
        http.setSendServerVersion(false);
        http.setRequestHeaderSize(MOST_HEADER_BYTES);
        http.setSendDateHeader(true);
    }

    private static Connector connector(HttpSettings settings, Server server, HttpConfiguration http) {
        ServerConnector connector = settings.tls()
                .map(tls -> secure(tls, server, http))
                .orElseGet(() -> new ServerConnector(server, 1, 1, new HttpConnectionFactory(http)));
        connector.setHost(settings.host());
        connector.setPort(settings.port());
        connector.setIdleTimeout(IDLE_MS);
        return connector;
    }

    private static ServerConnector secure(HttpSettings.Tls tls, Server server, HttpConfiguration http) {
        SslContextFactory.Server ssl = new SslContextFactory.Server();
        ssl.setKeyStorePath(tls.keystore().toAbsolutePath().toString());
        ssl.setKeyStorePassword(tls.password());
        HttpConfiguration secure = new HttpConfiguration(http);
        // a certificate is for the name that clients use, which behind a proxy or a service is another one
        secure.addCustomizer(new SecureRequestCustomizer(false));
        return new ServerConnector(
                server, 1, 1, new SslConnectionFactory(ssl, "http/1.1"), new HttpConnectionFactory(secure));
    }

    private static void routes(JavalinConfig config, Gate gate, List<Endpoint> endpoints) {
        for (Endpoint endpoint : endpoints) {
            config.routes.get(endpoint.path(), request -> {
                gate.pass(request, endpoint.open());
                request.contentType(endpoint.type());
                endpoint.handler().handle(request);
            });
        }
        config.routes.before(WebServer::protect);
        config.routes.exception(Refusal.class, WebServer::refuse);
        config.routes.exception(
                HttpResponseException.class,
                (refused, request) -> refuse(new Refusal(refused.getStatus(), reason(refused), 0), request));
        config.routes.exception(Exception.class, (broken, request) -> {
            LOG.warn("{} could not be answered", request.path(), broken);
            refuse(new Refusal(500, "this could not be answered; the log says why", 0), request);
        });
    }

    private static String reason(HttpResponseException refused) {
        return switch (refused.getStatus()) {
            case 404 -> NOTHING_HERE;
            case 405 -> "only GET is answered";
            default -> String.valueOf(refused.getMessage());
        };
    }

    private static void protect(Context request) {
        request.header("X-Content-Type-Options", "nosniff");
        request.header("X-Frame-Options", "DENY");
        request.header("Referrer-Policy", "no-referrer");
        request.header("Content-Security-Policy", CONTENT_POLICY);
        request.header("Cache-Control", "no-store");
    }

    private static void refuse(Refusal refusal, Context request) {
        if (refusal.retryAfterSeconds() > 0) {
            request.header("Retry-After", String.valueOf(refusal.retryAfterSeconds()));
        }
        request.status(refusal.status());
        json(request, Map.of("error", String.valueOf(refusal.getMessage())));
    }

    /** Answers with that value. */
    static void json(Context request, Object value) {
        try {
            request.contentType(Endpoint.JSON).result(JSON.writeValueAsString(value));
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("an answer is made of texts, numbers, lists and maps", impossible);
        }
    }

    int port() {
        return javalin.port();
    }

    @Override
    public void close() {
        javalin.stop();
    }
}
