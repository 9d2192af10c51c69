package io.sluice.serdes.decode;

import io.sluice.serdes.schema.Rows;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** The columns that are attributes of a CloudEvent, where these are headers of the record. */
final class CloudEventAttributes {
    private static final String PREFIX = "ce_";

    private record Attribute(int column, boolean nullable, String header, TextReader reader) {}

    private final List<Attribute> attributes = new ArrayList<>();

    CloudEventAttributes(RecordFormat format, BitSet wanted) {
        wanted.stream().forEach(column -> {
            FieldPath path = format.path(column);
            if (path.root() == FieldPath.Root.MESSAGE
                    && path.steps().size() == 1
                    && path.steps().get(0) instanceof FieldPath.Step.Name named) {
                attributes.add(new Attribute(
                        column,
                        format.schema().column(column).nullable(),
                        PREFIX + named.name(),
                        format.textReader(column)));
            }
        });
    }

    void read(Message message, Rows rows, ColumnProblems problems) {
        for (Attribute attribute : attributes) {
            byte[] header = message.header(attribute.header);
            for (int i = 0; i < rows.size(); i++) {
                if (header != null) {
                    String text = new String(header, StandardCharsets.UTF_8);
                    problems.set(attribute.column, attribute.reader.read(text, rows.row(i), attribute.column));
                } else if (!attribute.nullable) {
                    problems.set(
                            attribute.column,
                            "the header " + attribute.header + " is missing, the column is declared not null");
                }
            }
        }
    }
}
