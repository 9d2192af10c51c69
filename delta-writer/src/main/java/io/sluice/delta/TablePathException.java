package io.sluice.delta;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** A path at which no table can be kept safely, or not by this process. */
public final class TablePathException extends IllegalArgumentException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final String rule;
    private final String remedy;

    TablePathException(String path, String rule, String remedy, @Nullable Throwable cause) {
        super("table path = '" + path + "': " + rule + "; " + remedy, cause);
        this.rule = rule;
        this.remedy = remedy;
    }

    /** What is required of a path. */
    public String rule() {
        return rule;
    }

    public String remedy() {
        return remedy;
    }
}
