package io.sluice.serdes.decode;

/** Whether a value is taken that is written in another kind than its column's. */
public enum Coercion {
    /** It is not. */
    STRICT,
    /**
     * It is where nothing of it is lost: numbers and booleans from strings and back, a whole number from 5.0, a boolean from 0 and 1,
     * a string from an object or array as its JSON text.
     */
    LENIENT
}
