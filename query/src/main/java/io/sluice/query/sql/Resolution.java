package io.sluice.query.sql;

import io.sluice.query.sql.Complaints.Correction;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.calcite.runtime.CalciteContextException;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * Parses one query and resolves its names and types. Calcite stops at the first problem; behind an unknown name with a likely
 * meaning the check is made again with that meaning, so that several problems are found.
 */
final class Resolution {
    private static final int MOST_ROUNDS = 50;

    private final SqlText text;
    private final Catalog catalog;
    private final Optional<ZoneId> windowZone;
    private final Problems problems;
    private final List<Correction> corrections = new ArrayList<>();
    private final GroupAliases aliases = new GroupAliases();

    /** A query whose names and types are right, and the checker that knows them. */
    record Resolved(Rewritten query, SqlNode validated, Checker checker) {}

    /** @param windowZone of windows, which then are of whole days; empty for windows in UTC */
    Resolution(SqlText text, Catalog catalog, Optional<ZoneId> windowZone, Problems problems) {
        this.text = text;
        this.windowZone = windowZone;
        this.catalog = catalog;
        this.problems = problems;
    }

    SqlNode parse() throws SqlException {
        if (text.text().isBlank()) {
            problems.add(SqlParserPos.ZERO, "the query is empty", "write SELECT ... FROM ...");
            problems.throwIfAny();
        }
        try {
            return SqlParser.create(text.text(), Dialect.PARSER).parseStmt();
        } catch (SqlParseException e) {
            new Complaints(catalog, problems).syntax(e);
            throw problems.because(e);
        }
    }

    Rewritten rewrite(SqlNode parsed) {
        WindowRewrite windows = new WindowRewrite(windowZone, problems);
        SqlNode node = Objects.requireNonNull(parsed.accept(new Spellings(problems)));
        node = Objects.requireNonNull(node.accept(windows));
        node = Objects.requireNonNull(FieldNames.in(node, catalog));
        return new Rewritten(node, windows.windows());
    }

    /** @throws SqlException with the problems reported before as well */
    Resolved resolve(Rewritten rewritten) throws SqlException {
        Rewritten query = rewritten;
        for (int round = 1; ; round++) {
            Checker checker = new Checker(catalog);
            try {
                SqlNode validated = checker.validate(query.node());
                problems.throwIfAny();
                return new Resolved(query, validated, checker);
            } catch (CalciteContextException e) {
                Optional<Rewritten> better = round < MOST_ROUNDS ? withAlias(e) : Optional.empty();
                query = better.isPresent() ? better.get() : corrected(e, round);
            }
        }
    }

    /** The query with one more alias in GROUP BY replaced, if that is what the complaint is about. */
    private Optional<Rewritten> withAlias(CalciteContextException complaint) throws SqlException {
        Optional<SqlParserPos> place = Complaints.unknownColumn(complaint);
        if (place.isEmpty()) {
            return Optional.empty();
        }
        aliases.add(place.get());
        Rewritten again = again();
        return aliases.isLastReplaced() ? Optional.of(again) : Optional.empty();
    }

    private Rewritten corrected(CalciteContextException complaint, int round) throws SqlException {
        Optional<Correction> correction = new Complaints(catalog, problems).invalid(complaint);
        if (correction.isEmpty() || round == MOST_ROUNDS) {
            throw problems.because(complaint);
        }
        corrections.add(correction.get());
        return again();
    }

    /** The checker changes the tree it checks, so each round begins with the text. */
    private Rewritten again() throws SqlException {
        Rewritten query = rewrite(Objects.requireNonNull(parse().accept(new Correcting(corrections))));
        return aliases.isEmpty() ? query : new Rewritten(aliases.replaceIn(query.node()), query.windows());
    }
}
