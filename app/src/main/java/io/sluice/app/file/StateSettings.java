package io.sluice.app.file;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How window state is kept.
 *
 * @param standbyReplicas how many other instances keep a copy of each partition's state
 * @param memoryBytes what RocksDB may take in this process, cache and write buffers of all stores together
 * @param heapBytes what open windows may take of the heap in this process
 */
public record StateSettings(int standbyReplicas, long memoryBytes, long heapBytes) {
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,9}) ?(kb|mb|gb)");
    private static final Pattern PERCENT = Pattern.compile("([0-9]{1,2})%");
    /** The rest is for what is being read and written. */
    private static final int MOST_HEAP_PERCENT = 80;

    private static final long LEAST_MEMORY = 8L << 20;

    static StateSettings read(Field field) {
        Optional<Section> section = field.section();
        Field replicas =
                section.map(inner -> inner.field("standbyReplicas")).orElseGet(() -> absent("standbyReplicas"));
        Field memory = section.map(inner -> inner.field("memory")).orElseGet(() -> absent("memory"));
        Field heap = section.map(inner -> inner.field("heap")).orElseGet(() -> absent("heap"));
        return new StateSettings(replicas(replicas), memory(memory), heap(heap));
    }

    private static Field absent(String name) {
        return new Field(
                new Problems(), "state." + name, Options.of("state." + name), Optional.empty(), Position.START);
    }

    private static int replicas(Field field) {
        String text = field.text();
        if (!text.matches("[0-9]{1,2}")) {
            field.refuse("must be a whole number from 0 to 99", "write for example " + field.example());
            return 0;
        }
        return Integer.parseInt(text);
    }

    private static long heap(Field field) {
        Matcher percent = PERCENT.matcher(field.text());
        long whole = Runtime.getRuntime().maxMemory();
        long bytes = percent.matches() ? whole / 100 * Long.parseLong(percent.group(1)) : size(field);
        if (bytes < LEAST_MEMORY || bytes > whole / 100 * MOST_HEAP_PERCENT) {
            field.refuse(
                    "must be a size of 8 MB or more, or a share, and at most " + MOST_HEAP_PERCENT
                            + "% of this JVM's heap, which is " + (whole >> 20) + " MB",
                    "write for example " + field.example() + ", or give the JVM more with -Xmx");
        }
        return bytes;
    }

    private static long size(Field field) {
        Matcher size = SIZE.matcher(field.text().toLowerCase(Locale.ROOT));
        return size.matches() ? Long.parseLong(size.group(1)) << shift(size.group(2)) : 0;
    }

    private static long memory(Field field) {
        long bytes = size(field);
        if (bytes < LEAST_MEMORY) {
            field.refuse("must be a size of 8 MB or more", "write for example " + field.example());
        }
        return bytes;
    }

    private static int shift(String unit) {
        return switch (unit) {
            case "kb" -> 10;
            case "mb" -> 20;
            default -> 30;
        };
    }
}
