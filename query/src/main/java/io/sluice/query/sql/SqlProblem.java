package io.sluice.query.sql;

/**
 * One thing that is wrong with a query.
 *
 * @param line of the SQL text, from 1
 * @param column of the SQL text, from 1
 * @param message what is wrong, naming the construct or the name at that place
 * @param remedy what to do about it
 */
public record SqlProblem(int line, int column, String message, String remedy) {
    @Override
    public String toString() {
        return line + ":" + column + ": " + message + "; " + remedy;
    }
}
