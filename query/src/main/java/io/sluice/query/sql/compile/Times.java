package io.sluice.query.sql.compile;

import io.sluice.query.plan.Window;
import io.sluice.query.plan.ZonedDays;
import io.sluice.query.sql.compile.Code.LongCode;
import io.sluice.query.sql.compile.Code.LongConstant;
import io.sluice.serdes.schema.DataType;
import io.sluice.serdes.schema.DataType.Primitive;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.time.zone.ZoneRules;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import org.apache.calcite.avatica.util.TimeUnit;
import org.apache.calcite.avatica.util.TimeUnitRange;
import org.apache.calcite.rex.RexCall;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.sql.SqlIntervalQualifier;

/** Timestamps and dates: parts of them, rounding to a unit, and shifts by an interval. All in UTC. */
final class Times {
    private static final long SECOND = CastToMoment.MICROS_PER_SECOND;
    private static final Set<TimeUnit> TIME_UNITS =
            EnumSet.of(TimeUnit.HOUR, TimeUnit.MINUTE, TimeUnit.SECOND, TimeUnit.MILLISECOND, TimeUnit.MICROSECOND);
    private static final long DAY = CastToMoment.MICROS_PER_DAY;

    private Times() {}

    /** EXTRACT(unit FROM moment). */
    static LongCode extract(RexCall call, ExpressionCompiler compiler) {
        TimeUnitRange unit = unit(call.getOperands().get(0));
        LongCode micros = micros(call.getOperands().get(1), compiler);
        return switch (unit) {
            case SECOND -> f -> Math.floorMod(micros.run(f), 60 * SECOND) / SECOND;
            case MINUTE -> f -> Math.floorMod(micros.run(f), 3600 * SECOND) / (60 * SECOND);
            case HOUR -> f -> Math.floorMod(micros.run(f), DAY) / (3600 * SECOND);
            case DAY -> f -> day(micros.run(f)).getDayOfMonth();
            case DOY -> f -> day(micros.run(f)).getDayOfYear();
            // Sunday is 1, as in Spark
            case DOW -> f -> day(micros.run(f)).getDayOfWeek().getValue() % 7 + 1;
            case ISODOW -> f -> day(micros.run(f)).getDayOfWeek().getValue();
            case WEEK -> f -> day(micros.run(f)).getLong(IsoFields.WEEK_OF_WEEK_BASED_YEAR);
            case MONTH -> f -> day(micros.run(f)).getMonthValue();
            case QUARTER -> f -> day(micros.run(f)).getLong(IsoFields.QUARTER_OF_YEAR);
            case YEAR -> f -> day(micros.run(f)).getYear();
            default -> throw noUnit(unit, "EXTRACT");
        };
    }

    private static LongCode micros(RexNode operand, ExpressionCompiler compiler) {
        return (LongCode) compiler.as(operand, Primitive.TIMESTAMP);
    }

    private static LocalDate day(long micros) {
        return LocalDate.ofEpochDay(Math.floorDiv(micros, DAY));
    }

    private static TimeUnitRange unit(RexNode flag) {
        return Objects.requireNonNull(((RexLiteral) flag).getValueAs(TimeUnitRange.class));
    }

    private static UnsupportedExpressionException noUnit(TimeUnitRange unit, String function) {
        return new UnsupportedExpressionException(
                function + " does not know the unit " + unit,
                "the units are YEAR, QUARTER, MONTH, WEEK, DAY, HOUR, MINUTE and SECOND");
    }

    static boolean isRounding(RexCall call) {
        return call.getOperands().size() == 2 && Casts.isMomentType(call.getType());
    }

    /** FLOOR(moment TO unit). */
    static LongCode floor(RexCall call, ExpressionCompiler compiler) {
        TimeUnitRange unit = unit(call.getOperands().get(1));
        LongCode micros = micros(call.getOperands().get(0), compiler);
        LongCode floor = floor(micros, unit);
        return compiler.type(call) == Primitive.DATE ? f -> Math.floorDiv(floor.run(f), DAY) : floor;
    }

    private static LongCode floor(LongCode micros, TimeUnitRange unit) {
        return switch (unit) {
            case MILLISECOND -> toMultiple(micros, 1000);
            case SECOND -> toMultiple(micros, SECOND);
            case MINUTE -> toMultiple(micros, 60 * SECOND);
            case HOUR -> toMultiple(micros, 3600 * SECOND);
            case DAY -> toMultiple(micros, DAY);
            case WEEK ->
                f -> {
                    LocalDate day = day(micros.run(f));
                    return day.minusDays(day.getDayOfWeek().getValue() - 1L).toEpochDay() * DAY;
                };
            case MONTH -> f -> day(micros.run(f)).withDayOfMonth(1).toEpochDay() * DAY;
            case QUARTER ->
                f -> {
                    LocalDate day = day(micros.run(f));
                    return day.with(ChronoField.MONTH_OF_YEAR, (day.getMonthValue() - 1) / 3 * 3 + 1)
                                    .withDayOfMonth(1)
                                    .toEpochDay()
                            * DAY;
                };
            case YEAR -> f -> day(micros.run(f)).withDayOfYear(1).toEpochDay() * DAY;
            default -> throw noUnit(unit, "FLOOR");
        };
    }

    private static LongCode toMultiple(LongCode micros, long unit) {
        return f -> {
            long value = micros.run(f);
            return value - Math.floorMod(value, unit);
        };
    }

    /** moment + interval and moment - interval. */
    static LongCode shift(RexCall call, ExpressionCompiler compiler, boolean minus) {
        RexNode left = call.getOperands().get(0);
        boolean swapped = SqlTypes.isInterval(left.getType());
        RexNode moment = swapped ? call.getOperands().get(1) : left;
        RexNode amount = swapped ? left : call.getOperands().get(1);
        String text = compiler.text(call);
        DataType type = compiler.type(call);
        if (type == Primitive.DATE && hasTimeOfDay(amount)) {
            throw new UnsupportedExpressionException(
                    "a date cannot be shifted by less than a day: " + text,
                    "CAST(x AS TIMESTAMP) makes it the timestamp of its midnight");
        }
        LongCode interval = signed((LongCode) compiler.code(amount), minus, text);
        LongCode start = micros(moment, compiler);
        LongCode micros = SqlTypes.isMonthInterval(amount.getType())
                ? months(start, interval, text)
                : Arithmetic.add(start, interval, text);
        return type == Primitive.DATE ? f -> Math.floorDiv(micros.run(f), DAY) : micros;
    }

    private static boolean hasTimeOfDay(RexNode interval) {
        SqlIntervalQualifier unit = interval.getType().getIntervalQualifier();
        return unit != null && TIME_UNITS.contains(unit.getUnit());
    }

    private static LongCode signed(LongCode interval, boolean minus, String text) {
        return minus ? Arithmetic.subtract(new LongConstant(0, false), interval, text) : interval;
    }

    private static LongCode months(LongCode start, LongCode months, String text) {
        return f -> {
            long micros = start.run(f);
            if (f.isNull) {
                return 0;
            }
            long count = months.run(f);
            if (f.isNull) {
                return 0;
            }
            try {
                long day = day(micros).plusMonths(count).toEpochDay();
                return Math.addExact(Math.multiplyExact(day, DAY), Math.floorMod(micros, DAY));
            } catch (DateTimeException | ArithmeticException e) {
                throw Failure.overflow(
                        text, CastToMoment.print(micros) + " + " + count + " months", Primitive.TIMESTAMP);
            }
        };
    }

    /** FROM_UTC_TIMESTAMP(moment, zone): the timestamp that the zone's clocks show, as if it were in UTC. */
    static LongCode inZone(RexCall call, ExpressionCompiler compiler) {
        LongCode micros = micros(call.getOperands().get(0), compiler);
        String text = compiler.text(call);
        ZoneRules rules = zone(call.getOperands().get(1), text).getRules();
        return f -> {
            long instant = micros.run(f);
            if (f.isNull) {
                return 0;
            }
            Instant second = Instant.ofEpochSecond(Math.floorDiv(instant, SECOND));
            long shift = rules.getOffset(second).getTotalSeconds() * SECOND;
            long shown = instant + shift;
            if (((instant ^ shown) & (shift ^ shown)) < 0) {
                throw Failure.overflow(text, CastToMoment.print(instant), Primitive.TIMESTAMP);
            }
            return shown;
        };
    }

    private static ZoneId zone(RexNode operand, String text) {
        String name = operand instanceof RexLiteral literal ? literal.getValueAs(String.class) : null;
        try {
            return ZoneId.of(name == null ? "" : name);
        } catch (DateTimeException e) {
            throw new UnsupportedExpressionException(
                    "the second argument of " + text + " is no time zone", "write its name, such as 'Europe/Oslo'");
        }
    }

    /** Start or end of the window of an instant: instant, size and offset in microseconds, and the zone of days. */
    static LongCode window(RexCall call, ExpressionCompiler compiler, boolean end) {
        LongCode instant = micros(call.getOperands().get(0), compiler);
        Window window = windowOf(call);
        return f -> {
            long start = window.startOf(instant.run(f));
            return end ? window.endOf(start) : start;
        };
    }

    /** The window of a call that {@link #window} compiles. */
    static Window windowOf(RexCall call) {
        long size = constant(call, 1);
        long offset = constant(call, 2);
        if (call.getOperands().size() == 3) {
            return new Window.Tumbling(size, offset);
        }
        RexLiteral zone = (RexLiteral) call.getOperands().get(3);
        return new ZonedDays(
                Math.toIntExact(size / DAY), offset, ZoneId.of(Objects.requireNonNull(zone.getValueAs(String.class))));
    }

    private static long constant(RexCall call, int operand) {
        RexLiteral literal = (RexLiteral) call.getOperands().get(operand);
        return Objects.requireNonNull(literal.getValueAs(Long.class));
    }
}
