package io.sluice.serdes.schema;

import java.util.regex.Pattern;

/** An interface cannot hold a private constant, so the syntax of decimal types stands here. */
final class DecimalSyntax {
    static final Pattern PATTERN =
            Pattern.compile("(?:decimal|numeric)(?:\\s*\\(\\s*(\\d{1,9})\\s*(?:,\\s*(\\d{1,9})\\s*)?\\))?");

    private DecimalSyntax() {}
}
