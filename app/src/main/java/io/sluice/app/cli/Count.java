package io.sluice.app.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** How many of something are wanted, none included. */
final class Count implements ITypeConverter<Integer> {
    @Override
    public Integer convert(String text) {
        if (!text.matches("\\d{1,9}")) {
            throw new TypeConversionException("'" + text + "' is not a whole number from 0 to 999999999");
        }
        return Integer.valueOf(text);
    }
}
