package io.sluice.query.sql.compile;

import io.sluice.query.plan.EvaluationException;
import io.sluice.query.sql.compile.Code.ObjectCode;
import io.sluice.query.sql.compile.Code.ObjectConstant;
import io.sluice.query.sql.compile.Code.TruthCode;
import java.util.Arrays;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexNode;

/** LIKE: % stands for any text, _ for one character, the escape character (a backslash unless told) makes them plain. */
final class Like {
    private static final int ANY_TEXT = -1;
    private static final int ANY_CHARACTER = -2;

    private Like() {}

    static TruthCode of(RexCall call, ExpressionCompiler compiler) {
        ObjectCode string = compiler.strings(call.getOperands().get(0));
        ObjectCode pattern = compiler.strings(call.getOperands().get(1));
        String text = compiler.text(call);
        int escape = escape(call, compiler, text);
        if (pattern instanceof ObjectConstant constant && constant.value() instanceof String value) {
            return constant(string, parsedOnce(value, escape, text));
        }
        return f -> {
            String value = (String) string.run(f);
            String wanted = value == null ? null : (String) pattern.run(f);
            if (value == null || wanted == null) {
                return TruthCode.UNKNOWN;
            }
            return TruthCode.of(matches(value, parse(wanted, escape, text)));
        };
    }

    private static int[] parsedOnce(String pattern, int escape, String text) {
        try {
            return parse(pattern, escape, text);
        } catch (EvaluationException e) {
            throw new UnsupportedExpressionException(
                    String.valueOf(e.getMessage()), "write the escape character twice to mean itself");
        }
    }

    private static TruthCode constant(ObjectCode string, int[] pattern) {
        return f -> {
            String value = (String) string.run(f);
            return value == null ? TruthCode.UNKNOWN : TruthCode.of(matches(value, pattern));
        };
    }

    private static int escape(RexCall call, ExpressionCompiler compiler, String text) {
        if (call.getOperands().size() < 3) {
            return '\\';
        }
        RexNode escape = call.getOperands().get(2);
        if (compiler.strings(escape) instanceof ObjectConstant constant
                && constant.value() instanceof String value
                && value.codePointCount(0, value.length()) == 1) {
            return value.codePointAt(0);
        }
        throw new UnsupportedExpressionException(
                "the ESCAPE of LIKE must be one character: " + text, "write for example ESCAPE '!'");
    }

    /** The pattern as code points and the two wildcards. */
    private static int[] parse(String pattern, int escape, String text) {
        int[] points = pattern.codePoints().toArray();
        int[] tokens = new int[points.length];
        int length = 0;
        for (int i = 0; i < points.length; i++) {
            if (points[i] == escape) {
                if (++i == points.length) {
                    throw Failure.of(text, "the pattern " + Failure.show(pattern) + " ends with its escape character");
                }
                tokens[length++] = points[i];
            } else if (points[i] == '%') {
                tokens[length++] = ANY_TEXT;
            } else {
                tokens[length++] = points[i] == '_' ? ANY_CHARACTER : points[i];
            }
        }
        return Arrays.copyOf(tokens, length);
    }

    /** On a mismatch it suffices to let the last % take one more character: linear for all but adversarial patterns. */
    private static boolean matches(String value, int[] pattern) {
        int at = 0;
        int token = 0;
        int lastAny = -1;
        int resume = 0;
        while (at < value.length()) {
            int point = value.codePointAt(at);
            if (token < pattern.length && pattern[token] == ANY_TEXT) {
                lastAny = token++;
                resume = at;
            } else if (token < pattern.length && (pattern[token] == point || pattern[token] == ANY_CHARACTER)) {
                at += Character.charCount(point);
                token++;
            } else if (lastAny >= 0) {
                resume += Character.charCount(value.codePointAt(resume));
                at = resume;
                token = lastAny + 1;
            } else {
                return false;
            }
        }
        while (token < pattern.length && pattern[token] == ANY_TEXT) {
            token++;
        }
        return token == pattern.length;
    }
}
