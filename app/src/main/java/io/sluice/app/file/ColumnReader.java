package io.sluice.app.file;

import io.sluice.serdes.decode.ColumnFormat;
import io.sluice.serdes.decode.FieldPath;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.time.BadTimeException;
import io.sluice.serdes.time.EpochUnit;
import io.sluice.serdes.time.TimePattern;
import io.sluice.serdes.time.TimestampFormat;
import io.sluice.serdes.time.Timestamps;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;

/** Reads where a column's value stands in a message and how it is written. */
final class ColumnReader {
    private final Section section;
    private final DataType type;

    private ColumnReader(Section section, DataType type) {
        this.section = section;
        this.type = type;
    }

    /** @param zone of timestamps without an offset, where the column has no zone of its own */
    static ColumnFormat read(Section section, DataType type, ZoneId zone) {
        ColumnReader reader = new ColumnReader(section, type);
        return new ColumnFormat(reader.path(section.field("path")), reader.time(zone));
    }

    private Optional<FieldPath> path(Field field) {
        Optional<FieldPath> path = parsed(field);
        path.flatMap(known -> known.problem(type))
                .ifPresent(problem -> field.refuse(problem, "write for example " + field.example()));
        if (path.filter(FieldPath::hasEach).isPresent()) {
            field.refuse(
                    "leads to many values, and a column takes one",
                    "write an index such as [0], or explode: readings[*] at the source for a row of each");
            return Optional.empty();
        }
        return path;
    }

    /** Empty when it is absent, and when it is no path, which is reported. */
    static Optional<FieldPath> parsed(Field field) {
        if (field.scalar().isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(FieldPath.parse(field.text()));
        } catch (IllegalArgumentException e) {
            String reason = String.valueOf(e.getMessage());
            int remedy = reason.indexOf("; ");
            field.refuse(
                    remedy < 0 ? reason : reason.substring(0, remedy),
                    remedy < 0 ? "write for example " + field.example() : reason.substring(remedy + 2));
            return Optional.empty();
        }
    }

    private Optional<TimestampFormat> time(ZoneId sourceZone) {
        Optional<TimePattern> pattern = pattern(section.field("format"));
        Optional<EpochUnit> unit = unit(section.field("unit"));
        Field zoneField = section.field("zone");
        ZoneId zone = zone(zoneField, sourceZone);
        Optional<Long> earliest = earliest(section.field("earliest"), unit.isPresent());
        boolean timestamps = type.has(Primitive.TIMESTAMP);
        onlyFor("format", timestamps || type.has(Primitive.DATE), "timestamp and date columns");
        for (String name : new String[] {"unit", "zone", "earliest"}) {
            onlyFor(name, timestamps, "timestamp columns");
        }
        if (unit.isPresent()) {
            if (pattern.isPresent()) {
                section.field("format")
                        .refuse("has no use beside unit: a number has no pattern", "keep one of the two");
            }
            if (zoneField.isPresent()) {
                zoneField.refuse("has no use beside unit: such a number counts from 1970 in UTC", "delete it");
            }
            return Optional.of(new TimestampFormat.Epoch(unit.get(), earliest.orElse(TimestampFormat.Epoch.EARLIEST)));
        }
        if (pattern.isPresent()) {
            if (zoneField.isPresent() && pattern.get().hasZone()) {
                zoneField.refuse("has no use beside a format that has an offset or a zone", "delete it");
            }
            return Optional.of(new TimestampFormat.Pattern(pattern.get(), zone));
        }
        return zoneField.isPresent() ? Optional.of(new TimestampFormat.Iso(zone)) : Optional.empty();
    }

    private void onlyFor(String name, boolean legal, String columns) {
        Field field = section.field(name);
        if (field.isPresent() && !legal) {
            field.refuse("is for " + columns + " only, and the column is " + type, "delete it, or change the type");
        }
    }

    private static Optional<TimePattern> pattern(Field field) {
        if (field.scalar().isEmpty() || field.text().equalsIgnoreCase("iso")) {
            return Optional.empty();
        }
        try {
            return Optional.of(TimePattern.of(field.text()));
        } catch (IllegalArgumentException e) {
            field.refuse(
                    "is no pattern: " + e.getMessage(),
                    "write for example " + field.example() + "; epoch numbers are declared by unit: ms");
            return Optional.empty();
        }
    }

    private static Optional<EpochUnit> unit(Field field) {
        if (field.scalar().isEmpty()) {
            return Optional.empty();
        }
        Optional<EpochUnit> unit = EpochUnit.of(field.text());
        if (unit.isEmpty()) {
            field.refuse("must be s, ms, us or ns", "write for example " + field.example());
        }
        return unit;
    }

    /** The zone, or the other one where there is none or no such one, which is reported. */
    static ZoneId zone(Field field, ZoneId otherwise) {
        if (field.scalar().isEmpty()) {
            return otherwise;
        }
        try {
            ZoneId zone = ZoneId.of(field.text());
            // an offset that never changes is read quicker
            return zone.normalized() instanceof ZoneOffset offset ? offset : zone;
        } catch (DateTimeException e) {
            String meant = EditDistance.nearest(field.text(), ZoneId.getAvailableZoneIds())
                    .map(near -> "did you mean " + near + "? ")
                    .orElse("");
            field.refuse("is no time zone", meant + "write for example " + field.example());
            return otherwise;
        }
    }

    private static Optional<Long> earliest(Field field, boolean hasUnit) {
        if (field.scalar().isEmpty()) {
            return Optional.empty();
        }
        if (!hasUnit) {
            field.refuse("has no use without unit: a text says its year by itself", "delete it");
        }
        try {
            return Optional.of(Timestamps.parse(field.text(), ZoneOffset.UTC));
        } catch (BadTimeException e) {
            field.refuse("is no timestamp: " + e.reason(), "write for example " + field.example());
            return Optional.empty();
        }
    }
}
