package io.sluice.query.sql;

import io.sluice.query.sql.Complaints.Correction;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.util.SqlShuttle;

/** Puts the names in that were meant, so that checking can go on behind an unknown name and find the next problem. */
final class Correcting extends SqlShuttle {
    private final List<Correction> corrections;

    Correcting(List<Correction> corrections) {
        this.corrections = List.copyOf(corrections);
    }

    @Override
    public SqlNode visit(SqlIdentifier identifier) {
        List<String> names = new ArrayList<>(identifier.names);
        for (int i = 0; i < names.size(); i++) {
            names.set(i, corrected(names.get(i), identifier.getComponentParserPosition(i), identifier));
        }
        return names.equals(identifier.names)
                ? identifier
                : new SqlIdentifier(names, identifier.getCollation(), identifier.getParserPosition(), null);
    }

    private String corrected(String name, SqlParserPos place, SqlIdentifier identifier) {
        for (Correction correction : corrections) {
            boolean here =
                    correction.place().startsAt(place) || correction.place().startsAt(identifier.getParserPosition());
            if (here && correction.name().equals(name)) {
                return correction.meant();
            }
        }
        return name;
    }
}
