package io.sluice.app.file;

import java.nio.file.Path;

/**
 * Something in a query file that must be changed, said so that a user can.
 *
 * @param line from 1, or 0 for a value that was given by {@code --set}
 * @param column from 1, or 0 for a value that was given by {@code --set}
 * @param key the dotted path of the setting, empty for a problem of the file as a whole
 * @param value the value as it is shown to people: texts in quotes, secrets hidden, empty when there is none
 * @param rule what is required
 * @param remedy what to write instead
 */
public record Problem(int line, int column, String key, String value, String rule, String remedy) {

    boolean isAboutTheSameAs(Problem other) {
        return line == other.line && column == other.column && key.equals(other.key);
    }

    /** One line such as {@code queries/freezer.yaml:12:9: sources.r.watermark.delay = "-5 minutes": must not be negative; write ...}. */
    public String render(Path file) {
        StringBuilder text = new StringBuilder();
        text.append(line > 0 ? file + ":" + line + ":" + column + ": " : "--set: ");
        text.append(key);
        if (!value.isEmpty()) {
            text.append(key.isEmpty() ? "" : " = ").append(value);
        }
        if (!key.isEmpty() || !value.isEmpty()) {
            text.append(": ");
        }
        return text.append(rule).append("; ").append(remedy).toString();
    }
}
