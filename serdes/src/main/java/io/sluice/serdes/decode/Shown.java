package io.sluice.serdes.decode;

import java.util.HexFormat;

/** Values as they stand in reasons: cut short, control characters made visible. */
final class Shown {
    private static final int LONGEST = 60;

    private Shown() {}

    static String quoted(CharSequence text) {
        return plain("\"" + text + '"');
    }

    static String plain(CharSequence text) {
        StringBuilder shown = new StringBuilder();
        for (int i = 0; i < Math.min(text.length(), LONGEST); i++) {
            char c = text.charAt(i);
            shown.append(Character.isISOControl(c) || Character.isSurrogate(c) ? escaped(c) : c);
        }
        return text.length() <= LONGEST ? shown.toString() : shown + "...";
    }

    private static String escaped(char c) {
        return "\\u" + HexFormat.of().toHexDigits(c);
    }
}
