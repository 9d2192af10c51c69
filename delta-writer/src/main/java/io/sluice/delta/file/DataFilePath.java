package io.sluice.delta.file;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Names of folders and files. Two encodings lie on top of each other: a partition value is escaped in the folder's name as Hive
 * does, and the path is URL-encoded in the log: {@code a b:c} makes the folder {@code day=a b%3Ac} and the log entry
 * {@code day=a%20b%253Ac}.
 */
public final class DataFilePath {
    private static final String NULL_FOLDER = "__HIVE_DEFAULT_PARTITION__";
    private static final String HIVE_SPECIAL = "\"#%'*/:=?\\\u007F{[]^";
    private static final String URL_PLAIN = "-_.~=/";
    private static final Pattern SCHEME = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]*:.*", Pattern.DOTALL);
    /** File systems allow 255 bytes. */
    private static final int LONGEST_NAME = 255;

    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private DataFilePath() {}

    /** The folder of a partition, as in {@code day=2026-01-31}; for a value too long to be a name, of its hash. */
    static String folder(String column, @Nullable String value) {
        String name = escape(column) + "=" + (value == null ? NULL_FOLDER : escape(value));
        if (name.getBytes(StandardCharsets.UTF_8).length <= LONGEST_NAME || value == null) {
            return name;
        }
        // Readers take the value from the log, never from the folder's name.
        return escape(column) + "=~" + HexFormat.of().formatHex(sha256(value));
    }

    private static String escape(String text) {
        StringBuilder escaped = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || HIVE_SPECIAL.indexOf(c) >= 0) {
                escaped.append('%').append(HEX.toHexDigits((byte) c));
            } else {
                escaped.append(c);
            }
        }
        return escaped.toString();
    }

    /** The path as the log spells it. */
    static String encode(String path) {
        StringBuilder encoded = new StringBuilder();
        for (byte b : path.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xFF);
            if (c < 0x80 && (Character.isLetterOrDigit(c) || URL_PLAIN.indexOf(c) >= 0)) {
                encoded.append(c);
            } else {
                encoded.append('%').append(HEX.toHexDigits(b));
            }
        }
        return encoded.toString();
    }

    /** The path that the log's spelling stands for; also takes spellings that leave more characters plain. */
    public static String decode(String encoded) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] text = encoded.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < text.length; i++) {
            if (text[i] == '%'
                    && i + 2 < text.length
                    && HexFormat.isHexDigit(text[i + 1])
                    && HexFormat.isHexDigit(text[i + 2])) {
                bytes.write(HexFormat.fromHexDigits(encoded(text, i)));
                i += 2;
            } else {
                bytes.write(text[i]);
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }

    private static String encoded(byte[] text, int percent) {
        return new String(text, percent + 1, 2, StandardCharsets.US_ASCII);
    }

    /** Whether a path in the log leads outside the table, as a shallow clone's does. */
    static boolean isAbsolute(String encoded) {
        return encoded.startsWith("/") || SCHEME.matcher(encoded).matches();
    }

    private static byte[] sha256(String value) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(value.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
