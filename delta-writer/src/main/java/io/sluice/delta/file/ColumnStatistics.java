package io.sluice.delta.file;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.DoubleNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.sluice.serdes.schema.DataType;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a reader may know of a column without opening the file. Readers skip files by it, so a bound that is too narrow loses
 * rows: whatever cannot be written without narrowing is left out.
 */
abstract class ColumnStatistics {
    private long nulls;

    static ColumnStatistics of(DataType type) {
        if (type instanceof DataType.Decimal) {
            return new OfDecimals();
        }
        if (type instanceof DataType.Nested) {
            return new Unbounded();
        }
        return switch ((DataType.Primitive) type) {
            case INT, LONG -> new OfLongs();
            case DATE -> new OfDates();
            case TIMESTAMP -> new OfTimestamps();
            case FLOAT, DOUBLE -> new OfDoubles();
            case STRING -> new OfStrings();
            case BOOLEAN, BINARY -> new Unbounded();
        };
    }

    final void addNull() {
        nulls++;
    }

    final long nulls() {
        return nulls;
    }

    /** Takes a value of {@link DataType.Storage#LONG}. */
    void add(long value) {
        // columns without bounds, and those of another storage, keep nothing
    }

    /** Takes a value of {@link DataType.Storage#DOUBLE}, as it is stored. */
    void add(double value) {
        // see above
    }

    /** Takes a decimal, or the UTF-8 bytes of a string. */
    void add(Object value) {
        // see above
    }

    /** A JSON value that no value of the column is below; empty when there is none to be given. */
    abstract Optional<JsonNode> lower();

    /** A JSON value that no value of the column is above; empty when there is none to be given. */
    abstract Optional<JsonNode> upper();

    private static final class Unbounded extends ColumnStatistics {
        @Override
        Optional<JsonNode> lower() {
            return Optional.empty();
        }

        @Override
        Optional<JsonNode> upper() {
            return Optional.empty();
        }
    }

    private static class OfLongs extends ColumnStatistics {
        private boolean any;
        private long least = Long.MAX_VALUE;
        private long greatest = Long.MIN_VALUE;

        @Override
        void add(long value) {
            any = true;
            least = Math.min(least, value);
            greatest = Math.max(greatest, value);
        }

        @Override
        Optional<JsonNode> lower() {
            return any ? below(least) : Optional.empty();
        }

        @Override
        Optional<JsonNode> upper() {
            return any ? above(greatest) : Optional.empty();
        }

        Optional<JsonNode> below(long value) {
            return Optional.of(LongNode.valueOf(value));
        }

        Optional<JsonNode> above(long value) {
            return Optional.of(LongNode.valueOf(value));
        }
    }

    private static final class OfDates extends OfLongs {
        @Override
        Optional<JsonNode> below(long days) {
            return StatisticsText.date(days).map(TextNode::valueOf);
        }

        @Override
        Optional<JsonNode> above(long days) {
            return StatisticsText.date(days).map(TextNode::valueOf);
        }
    }

    /** Bounds are written in milliseconds, so the lower is rounded down and the upper up. */
    private static final class OfTimestamps extends OfLongs {
        @Override
        Optional<JsonNode> below(long micros) {
            return StatisticsText.millisecondBefore(micros).map(TextNode::valueOf);
        }

        @Override
        Optional<JsonNode> above(long micros) {
            return StatisticsText.millisecondAfter(micros).map(TextNode::valueOf);
        }
    }

    /** No bounds once there is a NaN, which engines order differently, and no infinite bound, which JSON cannot say. */
    private static final class OfDoubles extends ColumnStatistics {
        private boolean nan;
        private double least = Double.POSITIVE_INFINITY;
        private double greatest = Double.NEGATIVE_INFINITY;

        @Override
        void add(double value) {
            nan |= Double.isNaN(value);
            least = Math.min(least, value);
            greatest = Math.max(greatest, value);
        }

        @Override
        Optional<JsonNode> lower() {
            return bound(least == 0 ? -0.0 : least);
        }

        @Override
        Optional<JsonNode> upper() {
            return bound(greatest == 0 ? 0.0 : greatest);
        }

        private Optional<JsonNode> bound(double value) {
            return nan || Double.isInfinite(value) ? Optional.empty() : Optional.of(DoubleNode.valueOf(value));
        }
    }

    private static final class OfDecimals extends ColumnStatistics {
        private @Nullable BigDecimal least;
        private @Nullable BigDecimal greatest;

        @Override
        void add(Object value) {
            BigDecimal decimal = (BigDecimal) value;
            least = least == null ? decimal : least.min(decimal);
            greatest = greatest == null ? decimal : greatest.max(decimal);
        }

        @Override
        Optional<JsonNode> lower() {
            return Optional.ofNullable(least).map(DecimalNode::valueOf);
        }

        @Override
        Optional<JsonNode> upper() {
            return Optional.ofNullable(greatest).map(DecimalNode::valueOf);
        }
    }

    /** Ordered by their UTF-8 bytes, which is the order of code points and that of the readers; not Java's order of strings. */
    private static final class OfStrings extends ColumnStatistics {
        private byte @Nullable [] least;
        private byte @Nullable [] greatest;

        @Override
        void add(Object value) {
            byte[] bytes = (byte[]) value;
            if (least == null || Arrays.compareUnsigned(bytes, least) < 0) {
                least = bytes;
            }
            if (greatest == null || Arrays.compareUnsigned(bytes, greatest) > 0) {
                greatest = bytes;
            }
        }

        @Override
        Optional<JsonNode> lower() {
            return Optional.ofNullable(least).map(StatisticsText::prefixOf).map(TextNode::valueOf);
        }

        @Override
        Optional<JsonNode> upper() {
            return Optional.ofNullable(greatest)
                    .flatMap(StatisticsText::prefixAbove)
                    .map(TextNode::valueOf);
        }
    }
}
