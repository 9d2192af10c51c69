package io.sluice.app.file;

import java.util.Locale;
import java.util.regex.Pattern;

/** Decides what of a value people may see. */
final class Secrets {
    static final String HIDDEN = "(hidden)";

    private static final Pattern SECRET_KEY =
            Pattern.compile(".*(?:password|passphrase|secret|token|jaas|credential|private|signature).*"
                    + "|(?:.*[._-])?key(?:[._-](?!serializer|deserializer|converter).*)?");
    private static final Pattern SECRET_VALUE = Pattern.compile(
            "(?i).*(?:password|secret|token|sharedaccesskey|accountkey|[?&;]sig)\\s*=.*|(?i)[a-z0-9+.-]+://[^/@\\s]*:[^/@\\s]*@.*",
            Pattern.DOTALL);

    private Secrets() {}

    /**
     * The value in quotes. A value out of a placeholder is shown as the placeholder, which tells where it comes from.
     *
     * @param property the name of a property of Kafka, Kafka Streams or Delta, empty for a setting of our own
     */
    static String shown(String property, Node node) {
        return isSecret(property, node) ? HIDDEN : node.shown();
    }

    /** A map shows its keys only. */
    private static boolean isSecret(String property, Node node) {
        if (node instanceof Node.Sequence sequence) {
            return sequence.items().stream().anyMatch(item -> isSecret(property, item));
        }
        return node instanceof Node.Scalar scalar
                && !Placeholders.isOnePlaceholder(scalar.written())
                && (isSecretKey(property) || isSecretValue(scalar.written()));
    }

    /**
     * The name by which a setting is judged: a property's own, or that of a secret among our settings; empty for others.
     *
     * @param pattern of the option
     * @param property what the user wrote in its place, where it is a property's name
     */
    static String judgedName(String pattern, String property) {
        if (pattern.endsWith("<property>")) {
            return property;
        }
        return pattern.startsWith("http.") && isSecretKey(pattern) ? pattern : "";
    }

    static boolean isSecretValue(String text) {
        return SECRET_VALUE.matcher(text).matches();
    }

    static boolean isSecretKey(String property) {
        return SECRET_KEY.matcher(property.toLowerCase(Locale.ROOT)).matches();
    }
}
