package io.sluice.app.file;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.config.provider.ConfigProvider;
import org.apache.kafka.common.config.provider.DirectoryConfigProvider;
import org.apache.kafka.common.config.provider.EnvVarConfigProvider;
import org.apache.kafka.common.config.provider.FileConfigProvider;
import org.jspecify.annotations.Nullable;

/**
 * Replaces {@code ${env:NAME}}, {@code ${file:/path:key}} and {@code ${dir:/path:file}} by what Kafka's own config providers say.
 * What they say is taken as it is: a placeholder in it is not replaced again.
 */
final class Placeholders {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([^}:]*):(?:([^}]*):)?([^}:]*)}");

    private final Problems problems;
    private final Map<String, String> environment;
    private @Nullable Map<String, ConfigProvider> providers;
    private final Set<String> left;

    /** @param left names of providers that Kafka's clients resolve themselves, because {@code config.providers} declares them */
    Placeholders(Problems problems, Map<String, String> environment, Set<String> left) {
        this.problems = problems;
        this.left = left;
        this.environment = environment;
    }

    /** Most files have no placeholders, and a good part of a short command's time would go into Kafka's classes. */
    private Map<String, ConfigProvider> providers() {
        if (providers == null) {
            providers = newProviders(environment);
        }
        return providers;
    }

    private static Map<String, ConfigProvider> newProviders(Map<String, String> environment) {
        FileConfigProvider file = new FileConfigProvider();
        file.configure(Map.of());
        DirectoryConfigProvider directory = new DirectoryConfigProvider();
        directory.configure(Map.of());
        EnvVarConfigProvider variables = new EnvVarConfigProvider(environment);
        variables.configure(Map.of());
        return Map.of("env", variables, "file", file, "dir", directory);
    }

    static boolean isOnePlaceholder(String text) {
        return PLACEHOLDER.matcher(text.strip()).matches();
    }

    /** The same tree with the placeholders in its values replaced; not in {@code query}, whose text is SQL. */
    Node.Mapping resolve(Node.Mapping root) {
        List<Node.Entry> entries = root.entries().stream()
                .map(entry -> entry.key().equals(Options.QUERY)
                        ? entry
                        : new Node.Entry(entry.key(), entry.position(), resolve(entry.key(), entry.value())))
                .toList();
        return new Node.Mapping(root.position(), entries);
    }

    private Node resolve(String path, Node node) {
        if (node instanceof Node.Scalar scalar) {
            return scalar.resolvedTo(text(path, scalar));
        }
        if (node instanceof Node.Sequence sequence) {
            return new Node.Sequence(
                    sequence.position(),
                    sequence.items().stream().map(item -> resolve(path, item)).toList());
        }
        Node.Mapping mapping = (Node.Mapping) node;
        return new Node.Mapping(
                mapping.position(),
                mapping.entries().stream()
                        .map(entry -> new Node.Entry(
                                entry.key(), entry.position(), resolve(path + "." + entry.key(), entry.value())))
                        .toList());
    }

    private String text(String path, Node.Scalar scalar) {
        return PLACEHOLDER
                .matcher(scalar.text())
                .replaceAll(match -> Matcher.quoteReplacement(
                        left.contains(match.group(1))
                                ? match.group()
                                : value(
                                        path,
                                        scalar,
                                        match.group(1),
                                        match.group(2) == null ? "" : match.group(2),
                                        match.group(3))));
    }

    private String value(String path, Node.Scalar scalar, String name, String place, String key) {
        ConfigProvider provider = providers().get(name);
        String placeholder = "${" + name + ":" + (place.isEmpty() ? "" : place + ":") + key + "}";
        if (provider == null) {
            refuse(
                    path,
                    scalar,
                    placeholder + " names no known provider",
                    "write ${env:NAME}, ${file:/path/to.properties:key} or ${dir:/folder:file}, or declare '" + name
                            + "' in kafka.config.providers");
            return placeholder;
        }
        try {
            String value = provider.get(place, Set.of(key)).data().get(key);
            if (value != null) {
                return value;
            }
            refuse(path, scalar, placeholder + " has no value", remedy(name, place, key));
        } catch (ConfigException e) {
            refuse(path, scalar, placeholder + " cannot be read: " + e.getMessage(), remedy(name, place, key));
        }
        return placeholder;
    }

    private void refuse(String path, Node.Scalar scalar, String rule, String remedy) {
        problems.add(scalar.position(), path, "", rule, remedy);
    }

    private static String remedy(String provider, String place, String key) {
        return switch (provider) {
            case "env" -> "set the environment variable " + key + ", for example: export " + key + "=...";
            case "file" -> "give the file " + place + " a line " + key + "=... that this process may read";
            default -> "put the value into the file " + place + "/" + key + ", which this process must be able to read";
        };
    }
}
