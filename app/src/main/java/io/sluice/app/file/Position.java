package io.sluice.app.file;

/** A place in the query file. Line and column count from 1; 0 stands for a value that {@code --set} gave. */
public record Position(int line, int column) {
    static final Position COMMAND_LINE = new Position(0, 0);
    static final Position START = new Position(1, 1);
}
