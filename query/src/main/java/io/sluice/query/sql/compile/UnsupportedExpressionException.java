package io.sluice.query.sql.compile;

import java.util.Optional;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.jspecify.annotations.Nullable;

/** A query uses a construct that the expression compiler does not have. The message names it, the remedy says the way out. */
public final class UnsupportedExpressionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String remedy;

    private final transient @Nullable SqlParserPos place;

    UnsupportedExpressionException(String message, String remedy) {
        this(message, remedy, null, null);
    }

    private UnsupportedExpressionException(
            String message, String remedy, @Nullable SqlParserPos place, @Nullable Throwable cause) {
        super(message, cause);
        this.remedy = remedy;
        this.place = place;
    }

    /** The same with its place in the query, unless it has one or the place is unknown. */
    UnsupportedExpressionException at(SqlParserPos position) {
        return place != null || position.equals(SqlParserPos.ZERO)
                ? this
                : new UnsupportedExpressionException(String.valueOf(getMessage()), remedy, position, this);
    }

    /** Where the construct stands, if that is known. */
    public Optional<SqlParserPos> place() {
        return Optional.ofNullable(place);
    }

    public String remedy() {
        return remedy;
    }
}
