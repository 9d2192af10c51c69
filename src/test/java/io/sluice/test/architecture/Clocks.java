package io.sluice.test.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaCodeUnitAccess;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** The rule that time is injected: who decides by the wall clock cannot be replayed. */
final class Clocks {
    /** Classes that are the edge to real time: each hands it on, or uses it where no event time can be had. */
    private static final Set<String> EDGES = Set.of(
            // the clock and the pause between two attempts at a commit, when the caller names none
            "io.sluice.delta.DeltaOptions",
            // a record without any Kafka timestamp (a format of long ago) counts as sent now
            "io.sluice.topology.QueryTopology");
    /** The process wires the real clock into the rest; there only sleeping is for the listed. */
    private static final String COMPOSITION = "io.sluice.app.";

    private static final Set<String> NOW = Set.of(
            Instant.class.getName(),
            LocalDate.class.getName(),
            LocalDateTime.class.getName(),
            OffsetDateTime.class.getName(),
            ZonedDateTime.class.getName());

    static final ArchRule RULE = noClasses()
            .should()
            .accessTargetWhere(describedAs("reads the wall clock or sleeps", Clocks::isForbidden))
            .because("event time decides, and tests set the clock: take a java.time.Clock or a port of your own");

    private Clocks() {}

    private static boolean isForbidden(JavaCodeUnitAccess<?> access) {
        String caller = access.getOriginOwner().getName();
        if (EDGES.contains(outermost(caller))) {
            return false;
        }
        return sleeps(access) || (readsWallClock(access) && !caller.startsWith(COMPOSITION));
    }

    private static boolean sleeps(JavaCodeUnitAccess<?> access) {
        String owner = access.getTargetOwner().getName();
        boolean canSleep = owner.equals(Thread.class.getName()) || owner.equals(TimeUnit.class.getName());
        return canSleep && access.getTarget().getName().equals("sleep");
    }

    private static boolean readsWallClock(JavaCodeUnitAccess<?> access) {
        String owner = access.getTargetOwner().getName();
        String method = access.getTarget().getName();
        if (NOW.contains(owner)) {
            return method.equals("now")
                    && access.getTarget().getParameterTypes().isEmpty();
        }
        return owner.equals(Clock.class.getName())
                ? method.startsWith("system")
                : owner.equals("java.lang.System") && method.equals("currentTimeMillis");
    }

    private static String outermost(String className) {
        int dollar = className.indexOf('$');
        return dollar < 0 ? className : className.substring(0, dollar);
    }

    private static DescribedPredicate<JavaAccess<?>> describedAs(
            String text, Predicate<JavaCodeUnitAccess<?>> predicate) {
        return DescribedPredicate.describe(
                text, access -> access instanceof JavaCodeUnitAccess<?> codeAccess && predicate.test(codeAccess));
    }
}
