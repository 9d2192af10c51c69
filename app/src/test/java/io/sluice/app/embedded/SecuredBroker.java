package io.sluice.app.embedded;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;

/**
 * The embedded broker's node behind TLS and SASL: by PLAIN, SCRAM-SHA-512 and OAUTHBEARER with tokens that nobody signed. It has one
 * user, by PLAIN also under the name that Azure Event Hubs gives to connection strings.
 */
public final class SecuredBroker implements AutoCloseable {
    public static final String USER = "sluice-test";
    public static final String PASSWORD = "s3cret-of-the-test";
    public static final String CONNECTION_STRING =
            "Endpoint=sb://ns.servicebus.windows.net/;SharedAccessKeyName=read;SharedAccessKey=" + PASSWORD + "=";

    /** What a token must be good for. */
    public static final String SCOPE = "freezers";

    private static final String OF_BROKER = "s3cret-of-the-broker";
    private static final String LISTENER = "listener.name." + BrokerSettings.LISTENER.toLowerCase(Locale.ROOT) + ".";
    private static final String LOGIN_MODULES = "org.apache.kafka.common.security.";

    private final Node node;
    private final Certificate certificate;

    private SecuredBroker(Node node, Certificate certificate) {
        this.node = node;
        this.certificate = certificate;
    }

    /** @param folder for its data and its certificate */
    public static SecuredBroker start(Path folder) throws Exception {
        Certificate certificate = Certificate.make(folder.resolve("tls"), "changeit-of-the-test");
        Path log = folder.resolve("log");
        Map<String, String> settings = new HashMap<>(BrokerSettings.of(log, 0, Map.of()));
        settings.put(
                "listener.security.protocol.map",
                BrokerSettings.LISTENER + ":SASL_SSL," + BrokerSettings.CONTROLLER_LISTENER + ":PLAINTEXT");
        settings.putAll(security(certificate));
        Node node = Node.on(log, settings);
        node.startup();
        SecuredBroker broker = new SecuredBroker(node, certificate);
        broker.addScramUser();
        return broker;
    }

    private static Map<String, String> security(Certificate certificate) {
        return Map.of(
                "ssl.keystore.location",
                certificate.keystore().toString(),
                "ssl.keystore.password",
                certificate.password(),
                "ssl.truststore.type",
                "PEM",
                "ssl.truststore.location",
                certificate.trusted().toString(),
                "inter.broker.listener.name",
                BrokerSettings.LISTENER,
                "sasl.mechanism.inter.broker.protocol",
                "PLAIN",
                LISTENER + "sasl.enabled.mechanisms",
                "PLAIN,SCRAM-SHA-512,OAUTHBEARER",
                LISTENER + "plain.sasl.jaas.config",
                users(),
                LISTENER + "scram-sha-512.sasl.jaas.config",
                LOGIN_MODULES + "scram.ScramLoginModule required;",
                LISTENER + "oauthbearer.sasl.jaas.config",
                LOGIN_MODULES + "oauthbearer.OAuthBearerLoginModule required unsecuredValidatorRequiredScope=\"" + SCOPE
                        + "\" unsecuredLoginStringClaim_sub=\"broker\";");
    }

    private static String users() {
        return LOGIN_MODULES + "plain.PlainLoginModule required username=broker password=\"" + OF_BROKER
                + "\" user_broker=\"" + OF_BROKER
                + "\" user_" + USER + "=\"" + PASSWORD
                + "\" \"user_$ConnectionString\"=\"" + CONNECTION_STRING + "\";";
    }

    private void addScramUser() throws Exception {
        try (Admin admin = Admin.create(new HashMap<>(client("PLAIN", plain(USER, PASSWORD))))) {
            admin.alterUserScramCredentials(List.of(new UserScramCredentialUpsertion(
                            USER, new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, 4096), PASSWORD)))
                    .all()
                    .get();
        }
    }

    /** The {@code sasl.jaas.config} of a client. */
    public static String plain(String user, String password) {
        return LOGIN_MODULES + "plain.PlainLoginModule required username=\"" + user + "\" password=\"" + password
                + "\";";
    }

    /** The {@code sasl.jaas.config} of a client. */
    public static String scram(String user, String password) {
        return LOGIN_MODULES + "scram.ScramLoginModule required username=\"" + user + "\" password=\"" + password
                + "\";";
    }

    /** The {@code sasl.jaas.config} of a client that makes its own token. */
    public static String unsecuredToken(String user) {
        return LOGIN_MODULES + "oauthbearer.OAuthBearerLoginModule required unsecuredLoginStringClaim_sub=\"" + user
                + "\" unsecuredLoginStringClaim_scope=\"" + SCOPE + "\";";
    }

    public String bootstrapServers() {
        return "127.0.0.1:" + node.port();
    }

    /** Where clients find what to trust. */
    public Path trusted() {
        return certificate.trusted();
    }

    /** All properties of a client. */
    public Map<String, String> client(String mechanism, String jaas) {
        return Map.of(
                "bootstrap.servers",
                bootstrapServers(),
                "security.protocol",
                "SASL_SSL",
                "ssl.truststore.type",
                "PEM",
                "ssl.truststore.location",
                trusted().toString(),
                "sasl.mechanism",
                mechanism,
                "sasl.jaas.config",
                jaas);
    }

    @Override
    public void close() {
        node.shutdown();
    }
}
