package io.sluice.app.file;

/**
 * One setting of the query file.
 *
 * @param path dotted; {@code <name>} stands for a name that the user chooses
 * @param type for people
 * @param required whether it must be there when the setting around it is
 * @param defaultText what holds when it is absent; empty when it is required, or when nothing holds then
 * @param example as it stands in a file
 */
public record Option(
        String path, String type, boolean required, String defaultText, String description, String example) {

    static Option required(String path, String type, String description, String example) {
        return new Option(path, type, true, "", description, example);
    }

    static Option optional(String path, String type, String defaultText, String description, String example) {
        return new Option(path, type, false, defaultText, description, example);
    }

    /** The last part of the path. */
    String name() {
        return path.substring(path.lastIndexOf('.') + 1);
    }

    /** The path without its last part, empty at the top. */
    String parent() {
        int dot = path.lastIndexOf('.');
        return dot < 0 ? "" : path.substring(0, dot);
    }

    boolean isNameOfTheUser() {
        return name().startsWith("<");
    }
}
