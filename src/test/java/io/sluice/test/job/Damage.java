package io.sluice.test.job;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** What happens to folders behind the product's back. */
final class Damage {
    private Damage() {}

    /** Deletes a folder with all in it, at one moment for whoever uses it; nothing when there is none. */
    static void delete(Path tree) {
        if (!Files.exists(tree)) {
            return;
        }
        try {
            Path away = Files.move(tree, tree.resolveSibling(tree.getFileName() + ".deleted"));
            try (Stream<Path> paths = Files.walk(away)) {
                for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Copies a folder with all in it to a place where there is none. */
    static void copy(Path from, Path to) {
        try (Stream<Path> paths = Files.walk(from)) {
            for (Path path : paths.toList()) {
                Files.copy(path, to.resolve(from.relativize(path).toString()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
