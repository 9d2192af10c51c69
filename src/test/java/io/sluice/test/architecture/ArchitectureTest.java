package io.sluice.test.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.elements.ClassesShouldConjunction;
import java.util.ArrayList;
import java.util.List;

/**
 * Who may know whom. Maven's modules and the enforcer keep libraries out of a module; these rules keep them out of packages,
 * and say why.
 */
@AnalyzeClasses(packages = "io.sluice", importOptions = ProductOnly.class)
class ArchitectureTest {
    private static final String SERDES = "io.sluice.serdes..";
    private static final String QUERY = "io.sluice.query..";
    private static final String TOPOLOGY = "io.sluice.topology..";
    private static final String DELTA = "io.sluice.delta..";
    private static final String APP = "io.sluice.app..";

    /** Plain Java: what the unit tests and the seeded simulation restore after every step. */
    private static final String[] CORE = {
        "io.sluice.serdes.schema..",
        "io.sluice.serdes.time..",
        "io.sluice.serdes.wire..",
        "io.sluice.query.plan..",
        "io.sluice.topology.ledger..",
        "io.sluice.topology.aggregate..",
        "io.sluice.delta.commit.."
    };

    /** Of the same kind, beside those that do talk to Kafka. */
    private static final String PURE_SINK_CLASSES =
            "io\\.sluice\\.app\\.sink\\.(CommitTrigger|OutboxBuffer|PartitionStart|TransactionIds)(\\$.*)?";

    /** The tests' faulty log store extends it, and the Delta library makes that one by reflection. */
    private static final String EXTENDED_TO_INJECT_FAULTS = "io.sluice.delta.log.AtomicFileLogStore";

    private static final String[] KAFKA = {"org.apache.kafka..", "kafka..", "org.rocksdb.."};
    private static final String[] LAKE = {"io.delta..", "org.apache.hadoop..", "org.apache.parquet.."};
    private static final String[] CALCITE = {"org.apache.calcite.."};
    private static final String[] JACKSON = {"com.fasterxml.jackson.."};
    private static final String[] COMMAND_LINE = {"picocli..", "io.javalin..", "io.micrometer.."};

    @ArchTest
    static void everyModuleIsLookedAt(JavaClasses ours) {
        assertThat(ours)
                .extracting(JavaClass::getPackageName)
                .anyMatch(name -> name.startsWith("io.sluice.serdes"))
                .anyMatch(name -> name.startsWith("io.sluice.query"))
                .anyMatch(name -> name.startsWith("io.sluice.topology"))
                .anyMatch(name -> name.startsWith("io.sluice.delta"))
                .anyMatch(name -> name.startsWith("io.sluice.app"));
    }

    @ArchTest
    static final ArchRule serdesKnowsNobody =
            knowsOnly(SERDES, "the data contract is what the others agree on, so it can depend on none of them");

    @ArchTest
    static final ArchRule queryKnowsSerdes = knowsOnly(
            QUERY, "a plan says what is to be computed, and is made and tested without a broker or a table", SERDES);

    @ArchTest
    static final ArchRule topologyKnowsQuery = knowsOnly(
            TOPOLOGY,
            "it ends in the outbox topic: slow or broken storage must not reach into a stream thread",
            QUERY,
            SERDES);

    @ArchTest
    static final ArchRule deltaKnowsSerdes = knowsOnly(
            DELTA, "it gets rows and positions, whoever made them: exactly once is proved without Kafka", SERDES);

    @ArchTest
    static final ArchRule coreHasNoFrameworkTypes = noClasses()
            .that()
            .resideInAnyPackage(CORE)
            .or()
            .haveNameMatching(PURE_SINK_CLASSES)
            .should()
            .dependOnClassesThat(resideInAnyPackage(all(KAFKA, LAKE, CALCITE, JACKSON, COMMAND_LINE)))
            .because(
                    "core logic is run through thousands of crash schedules in seconds, with storage and clock behind ports");

    @ArchTest
    static void everyPartOfTheCoreIsThere(JavaClasses ours) {
        for (String part : CORE) {
            assertThat(ours).as(part).anyMatch(resideInAPackage(part));
        }
        assertThat(ours)
                .filteredOn(type -> type.getName().matches(PURE_SINK_CLASSES) && type.isTopLevelClass())
                .hasSize(4);
    }

    @ArchTest
    static final ArchRule calciteStaysBehindThePlan = onlyIn(
            "the plan is the contract: Calcite is replaceable, and its classes must not load in a running query",
            CALCITE,
            "io.sluice.query.sql..");

    @ArchTest
    static final ArchRule kafkaStaysInItsModules =
            onlyIn("only the process and the topology speak Kafka", KAFKA, TOPOLOGY, APP);

    @ArchTest
    static final ArchRule lakeStaysInTheWriter = onlyIn(
            "the Delta library is behind the writer's port, so that another one can take its place", LAKE, DELTA);

    @ArchTest
    static final ArchRule commandLineStaysInTheApp =
            onlyIn("a query is started from Java as well as from the command line", COMMAND_LINE, APP);

    @ArchTest
    static final ArchRule wallClockComesFromOutside = Clocks.RULE;

    @ArchTest
    static final ArchRule namesSayWhatAClassIs = noClasses()
            .should()
            .haveSimpleNameEndingWith("Utils")
            .orShould()
            .haveSimpleNameEndingWith("Util")
            .orShould()
            .haveSimpleNameEndingWith("Manager")
            .orShould()
            .haveSimpleNameEndingWith("Impl")
            .orShould()
            .haveSimpleNameEndingWith("Helper")
            .because("such a name says nothing, and so the class collects everything");

    @ArchTest
    static final ArchRule valuesAreReadWithoutGet = methods()
            .that()
            .haveNameMatching("get[A-Z].*")
            .should(Conditions.OVERRIDE_SOMETHING_FOREIGN)
            .because("a value is called by its name, as a record does it; only a foreign interface may ask for get")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule classesAreFinal = classes()
            .that()
            .areNotInterfaces()
            .and()
            .doNotHaveFullyQualifiedName(EXTENDED_TO_INJECT_FAULTS)
            .should(Conditions.BE_FINAL_OR_EXTENDED)
            .because("a class that was not made to be extended must not be extended");

    @ArchTest
    static final ArchRule packagesAreNullMarked =
            classes().should(Conditions.LIE_IN_A_NULL_MARKED_PACKAGE).because("NullAway checks only what is marked");

    @ArchTest
    static final ArchRule librariesDoNotPrint = noClasses()
            .that()
            .resideOutsideOfPackage(APP)
            .should()
            .accessField(System.class, "out")
            .orShould()
            .accessField(System.class, "err")
            .orShould()
            .callMethod(Throwable.class, "printStackTrace")
            .because("standard output belongs to the command line, and everything else goes to the log");

    private static ArchRule knowsOnly(String layer, String reason, String... others) {
        List<String> known = new ArrayList<>(List.of(others));
        known.add(layer);
        ClassesShouldConjunction rule = noClasses()
                .that()
                .resideInAPackage(layer)
                .should()
                .dependOnClassesThat(
                        resideInAPackage("io.sluice..").and(not(resideInAnyPackage(known.toArray(String[]::new)))));
        return rule.because(reason);
    }

    private static ArchRule onlyIn(String reason, String[] library, String... places) {
        return noClasses()
                .that()
                .resideOutsideOfPackages(places)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(library)
                .because(reason);
    }

    private static String[] all(String[]... parts) {
        List<String> all = new ArrayList<>();
        for (String[] part : parts) {
            all.addAll(List.of(part));
        }
        return all.toArray(String[]::new);
    }
}
