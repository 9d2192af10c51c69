package io.sluice.delta;

import io.delta.storage.LogStore;
import io.sluice.delta.file.HadoopTableFolder;
import io.sluice.delta.file.LocalTableFolder;
import io.sluice.delta.file.TableFolder;
import io.sluice.delta.log.AtomicFileLogStore;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/**
 * A path, checked: its scheme is one on which two writers cannot overwrite each other's commits.
 *
 * @param name as the user wrote it
 * @param local for the local file system
 */
record TableLocation(String name, Path path, Optional<java.nio.file.Path> local, Configuration configuration) {
    /** Two letters at least, so that a drive letter is no scheme. */
    private static final Pattern URI_SYNTAX = Pattern.compile("([a-zA-Z][a-zA-Z0-9+.-]+):(/.*)", Pattern.DOTALL);

    private static final String FILE = "file";
    /** Created by a rename that fails when the name exists, which these stores do atomically. */
    private static final Map<String, String> SAFE = Map.of("hdfs", "", "abfs", "hadoop-azure", "abfss", "hadoop-azure");

    private static final Refusal OVERWRITING = new Refusal(
            "in this store, writers in two processes could overwrite each other's commits",
            "use a file system, HDFS or Azure path");
    private static final Map<String, Refusal> UNSAFE = Map.of(
            "s3", OVERWRITING,
            "s3a", OVERWRITING,
            "s3n", OVERWRITING,
            "gs",
                    new Refusal(
                            "commits with a generation precondition are untested here",
                            "use a file system, HDFS or Azure path"),
            "wasb", new Refusal("this driver's rename is not atomic", "write abfss:// instead"),
            "wasbs", new Refusal("this driver's rename is not atomic", "write abfss:// instead"),
            "adl", new Refusal("this service is retired", "write abfss:// instead"));

    private record Refusal(String rule, String remedy) {}

    static TableLocation of(String name, DeltaOptions options) {
        if (name.isBlank()) {
            throw new TablePathException(name, "must not be blank", "name a folder", null);
        }
        Matcher uri = URI_SYNTAX.matcher(name);
        String scheme = uri.matches() ? uri.group(1).toLowerCase(Locale.ROOT) : FILE;
        checkScheme(name, scheme, options);
        Configuration configuration = configuration(scheme, options);
        if (scheme.equals(FILE)) {
            String plain = uri.matches() ? uri.group(2).replaceFirst("^/+", "/") : name;
            java.nio.file.Path folder =
                    java.nio.file.Path.of(plain).toAbsolutePath().normalize();
            return new TableLocation(name, new Path(FILE, null, folder.toString()), Optional.of(folder), configuration);
        }
        checkDriver(name, scheme, configuration);
        return new TableLocation(name, new Path(name), Optional.empty(), configuration);
    }

    private static void checkScheme(String name, String scheme, DeltaOptions options) {
        if (scheme.equals(FILE)
                || SAFE.containsKey(scheme)
                || options.logStore().isPresent()) {
            return;
        }
        Refusal refusal = UNSAFE.getOrDefault(
                scheme,
                new Refusal(
                        "the scheme '" + scheme + "' is not one on which commits are known to be safe",
                        "use a path of the file system, or one with hdfs, abfs or abfss"));
        throw new TablePathException(name, refusal.rule, refusal.remedy, null);
    }

    private static Configuration configuration(String scheme, DeltaOptions options) {
        // without Hadoop's configuration files: they cost start-up time, and a stray one would change where data goes
        Configuration configuration = new Configuration(false);
        options.hadoop().forEach(configuration::set);
        Class<? extends LogStore> fileStore = AtomicFileLogStore.class;
        Optional<Class<? extends LogStore>> store =
                options.logStore().or(() -> scheme.equals(FILE) ? Optional.of(fileStore) : Optional.empty());
        store.ifPresent(type -> configuration.set("delta.logStore." + scheme + ".impl", type.getName()));
        return configuration;
    }

    private static void checkDriver(String name, String scheme, Configuration configuration) {
        try {
            FileSystem.getFileSystemClass(scheme, configuration);
        } catch (IOException e) {
            String module = SAFE.getOrDefault(scheme, "");
            throw new TablePathException(
                    name,
                    "no driver for '" + scheme + "' on the class path",
                    module.isEmpty() ? "add the one of this store" : "add " + module,
                    e);
        }
    }

    TableFolder folder() {
        return local.<TableFolder>map(LocalTableFolder::new)
                .orElseGet(() -> new HadoopTableFolder(path, configuration));
    }

    Path logPath() {
        return new Path(path, "_delta_log");
    }
}
