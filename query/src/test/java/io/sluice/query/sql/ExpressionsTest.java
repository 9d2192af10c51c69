package io.sluice.query.sql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.query.plan.EvaluationException;
import io.sluice.query.plan.RowExpression;
import io.sluice.query.sql.Table.Case;
import io.sluice.serdes.schema.DataType.Primitive;
import io.sluice.serdes.schema.Row;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BinaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ExpressionsTest {
    private static final int ROUNDS = 20_000;
    private static final Set<Class<?>> VALUES = Set.of(
            String.class,
            Integer.class,
            Long.class,
            Double.class,
            Float.class,
            Boolean.class,
            BigDecimal.class,
            int[].class,
            byte[].class,
            // remembers what it has been asked, for all threads
            ZoneRules.class);

    static List<Case> expressions() {
        return Table.lines("expressions.txt");
    }

    @ParameterizedTest
    @MethodSource("expressions")
    void expressionHasTheValue(Case expression) {
        assertThat(value(expression)).isEqualTo(expression.expected());
    }

    private static String value(Case expression) {
        try {
            return Samples.evaluate(Samples.compile(expression.input()), Samples.row(expression.section()));
        } catch (SqlException e) {
            return "refused: " + e.problems().get(0).message();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "unitid || 'X'; UnitId || 'X'",
                "N+1; n + 1",
                "(n + 1) * 2; (n + 1) * 2",
                "n + 1 * 2; n + (1 * 2)",
                "n = 1 or n = 2 and ok; (n = 1) OR ((n = 2) AND ok)",
                "not ok; NOT ok",
                "not (n is null); NOT (n IS NULL)",
                "-n + 1; (-n) + 1",
                "lower(UNITID); LOWER(UnitId)",
                "substr(UnitId, 2); SUBSTRING(UnitId, 2)",
                "n :: bigint; CAST(n AS LONG)",
                "try_cast(UnitId as int); TRY_CAST(UnitId AS INT)",
                "l = 5000000000; l = 5000000000L",
                "X'0aFF'; X'0aff'",
                "UnitId like 'a!%' escape '!'; UnitId LIKE 'a!%' ESCAPE '!'"
            })
    void equalExpressionsHaveOneCanonicalText(String expression, String text) throws SqlException {
        assertThat(Samples.compile(expression).text()).isEqualTo(text);
    }

    /** All threads share them, and a row, a frame or a buffer that one of them kept would be written by two at once. */
    @Test
    void evaluatorsKeepNothingThatCanBeWrittenTo() throws Exception {
        Set<String> kept = new TreeSet<>();
        int looked = 0;
        for (Case expression : expressions()) {
            if (!expression.expected().startsWith("refused: ")) {
                kept.addAll(writable(Samples.compile(expression.input()).evaluator()));
                looked++;
            }
        }
        assertThat(looked).isGreaterThan(100);
        assertThat(kept).isEmpty();
    }

    /** Types of what an evaluator refers to that are neither values nor code; arrays are literals, patterns and operands, which are only read. */
    private static List<String> writable(Object kept) throws IllegalAccessException {
        Class<?> type = kept.getClass();
        if (VALUES.contains(type) || kept instanceof Enum) {
            return List.of();
        }
        List<String> found = new ArrayList<>();
        if (kept instanceof Object[] elements) {
            for (Object element : elements) {
                found.addAll(writable(element));
            }
        } else if (type.isHidden() || type.isRecord()) {
            for (Field field : type.getDeclaredFields()) {
                field.setAccessible(true);
                Object value = Modifier.isStatic(field.getModifiers()) ? null : field.get(kept);
                if (value != null) {
                    found.addAll(writable(value));
                }
            }
        } else {
            found.add(type.getName());
        }
        return found;
    }

    @Test
    void columnIsToldOnlyForAPlainReference() throws SqlException {
        assertThat(Samples.compile("UNITID").column()).hasValue(0);
        assertThat(Samples.compile("UnitId || ''").column()).isEmpty();
    }

    @Test
    void evaluatorMaySetTheRowItReads() throws SqlException {
        Row row = Samples.row("plain");
        Samples.compile("n * 2").evaluator().evaluate(row, row, 4);
        assertThat(row.longAt(4)).isEqualTo(14);
    }

    @Test
    void oneEvaluatorServesManyThreads() throws Exception {
        RowExpression expression =
                Samples.compile("CASE WHEN n IS NULL THEN -1 ELSE n * 2 + CAST(CAST(n AS STRING) AS INT) END");
        AtomicInteger wrong = new AtomicInteger();
        List<Thread> threads = List.of(worker(expression, true, wrong), worker(expression, false, wrong));
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(wrong).hasValue(0);
    }

    private static Thread worker(RowExpression expression, boolean nulls, AtomicInteger wrong) {
        return new Thread(() -> {
            Row row = Samples.row("nulls");
            Row output = new Row(1);
            for (int i = 0; i < ROUNDS; i++) {
                if (!nulls) {
                    row.setLong(4, i);
                }
                expression.evaluator().evaluate(row, output, 0);
                if (output.longAt(0) != (nulls ? -1 : 3L * i)) {
                    wrong.incrementAndGet();
                }
            }
        });
    }

    @ParameterizedTest
    @CsvSource({"+", "-", "*", "%"})
    void longArithmeticAgreesWithExactIntegers(String operator) throws SqlException {
        RowExpression expression = Samples.compile("l " + operator + " CAST(CAST(UnitId AS STRING) AS LONG)");
        for (long seed = 0; seed < 2_000; seed++) {
            Random random = new Random(seed);
            long x = anyLong(random);
            long y = anyLong(random);
            Row row = Samples.row("plain");
            row.setLong(5, x);
            row.setObject(0, Long.toString(y));
            assertThat(longValue(expression, row))
                    .as("seed %d: %d %s %d", seed, x, operator, y)
                    .isEqualTo(exact(x, y, operator));
        }
    }

    private static long anyLong(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(7) - 3;
            case 1 -> Long.MIN_VALUE + random.nextInt(3);
            case 2 -> random.nextLong() >> random.nextInt(64);
            default -> Long.MAX_VALUE - random.nextInt(3);
        };
    }

    private static String longValue(RowExpression expression, Row row) {
        Row output = new Row(1);
        try {
            expression.evaluator().evaluate(row, output, 0);
            return Long.toString(output.longAt(0));
        } catch (EvaluationException e) {
            return "error";
        }
    }

    private static String exact(long x, long y, String operator) {
        BinaryOperator<BigInteger> function = switch (operator) {
            case "+" -> BigInteger::add;
            case "-" -> BigInteger::subtract;
            case "*" -> BigInteger::multiply;
            default -> BigInteger::remainder;
        };
        if (operator.equals("%") && y == 0) {
            return "error";
        }
        BigInteger result = function.apply(BigInteger.valueOf(x), BigInteger.valueOf(y));
        return result.bitLength() > 63 ? "error" : result.toString();
    }

    @ParameterizedTest
    @CsvSource({"+, 2", "-, 2", "*, 4", "/, 13"})
    void decimalArithmeticAgreesWithBigDecimal(String operator, int scale) throws SqlException {
        RowExpression expression = Samples.compile("d " + operator + " CAST(UnitId AS DECIMAL(10,2))");
        for (long seed = 0; seed < 2_000; seed++) {
            Random random = new Random(seed);
            BigDecimal x = anyDecimal(random);
            BigDecimal y = anyDecimal(random);
            Row row = Samples.row("plain");
            row.setObject(7, x);
            row.setObject(0, y.toString());
            String expected = y.signum() == 0 && operator.equals("/")
                    ? "error"
                    : exact(x, y, operator, scale).toPlainString();
            assertThat(decimalValue(expression, row))
                    .as("seed %d: %s %s %s", seed, x, operator, y)
                    .isEqualTo(expected);
        }
    }

    private static BigDecimal anyDecimal(Random random) {
        long bound = random.nextBoolean() ? 10_000_000_000L : 300;
        return BigDecimal.valueOf(random.nextLong() % bound, 2);
    }

    private static BigDecimal exact(BigDecimal x, BigDecimal y, String operator, int scale) {
        return switch (operator) {
            case "+" -> x.add(y);
            case "-" -> x.subtract(y);
            case "*" -> x.multiply(y);
            default -> x.divide(y, scale, RoundingMode.HALF_UP);
        };
    }

    private static String decimalValue(RowExpression expression, Row row) {
        Row output = new Row(1);
        try {
            expression.evaluator().evaluate(row, output, 0);
            return output.decimalAt(0).toPlainString();
        } catch (EvaluationException e) {
            return "error";
        }
    }

    @ParameterizedTest
    @CsvSource({"<", "<=", "=", "<>", ">", ">="})
    void doublesCompareInSparksOrder(String operator) throws SqlException {
        RowExpression expression = Samples.compile("TemperatureC " + operator + " CAST(UnitId AS DOUBLE)");
        assertThat(expression.type()).isEqualTo(Primitive.BOOLEAN);
        double[] values = {Double.NEGATIVE_INFINITY, -1.5, -0.0, 0.0, 1.5, Double.POSITIVE_INFINITY, Double.NaN};
        for (double x : values) {
            for (double y : values) {
                Row row = Samples.row("plain");
                row.setDouble(1, x);
                row.setObject(0, Double.toString(y));
                Row output = new Row(1);
                expression.evaluator().evaluate(row, output, 0);
                // adding 0.0 makes -0.0 to 0.0, and Double.compare has NaN last
                int sign = Integer.signum(Double.compare(x + 0.0, y + 0.0));
                assertThat(output.booleanAt(0)).as("%s %s %s", x, operator, y).isEqualTo(holds(sign, operator));
            }
        }
    }

    private static boolean holds(int sign, String operator) {
        return switch (operator) {
            case "<" -> sign < 0;
            case "<=" -> sign <= 0;
            case "=" -> sign == 0;
            case "<>" -> sign != 0;
            case ">" -> sign > 0;
            default -> sign >= 0;
        };
    }

    @Test
    void likeAgreesWithASlowMatcher() throws SqlException {
        RowExpression expression = Samples.compile("UnitId LIKE CAST(raw AS STRING)");
        for (long seed = 0; seed < 5_000; seed++) {
            Random random = new Random(seed);
            String text = letters(random, "ab");
            String pattern = letters(random, "ab%_");
            Row row = Samples.row("plain");
            row.setObject(0, text);
            row.setObject(10, pattern.getBytes(UTF_8));
            Row output = new Row(1);
            expression.evaluator().evaluate(row, output, 0);
            assertThat(output.booleanAt(0))
                    .as("seed %d: '%s' LIKE '%s'", seed, text, pattern)
                    .isEqualTo(text.matches(pattern.replace("%", ".*").replace("_", ".")));
        }
    }

    private static String letters(Random random, String alphabet) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(8); i > 0; i--) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.toString();
    }
}
