package io.sluice.test.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.sluice.app.await.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Rules for the test code of all modules that have been built, this one included. */
class TestCodeTest {
    private static final Path ROOT = Path.of("../..");
    private static final List<String> MODULES =
            List.of("serdes", "query", "topology", "delta-writer", "app", "src/test");

    private static JavaClasses tests;

    @BeforeAll
    static void importTests() {
        Stream<Path> folders = MODULES.stream()
                .map(module -> ROOT.resolve(module).resolve("target/test-classes"))
                .filter(Files::isDirectory);
        tests = new ClassFileImporter().importPaths(folders.toList());
        assertThat(tests.contain(TestCodeTest.class)).isTrue();
    }

    @Test
    void testsWaitForSomethingNotForAWhile() {
        noClasses()
                .that()
                .doNotBelongToAnyOf(Await.class)
                .should()
                .callMethod(Thread.class, "sleep", long.class)
                .orShould()
                .callMethod(Thread.class, "sleep", long.class, int.class)
                .orShould()
                .callMethod(TimeUnit.class, "sleep", long.class)
                .orShould()
                .callMethod(LockSupport.class, "parkNanos", long.class)
                .because("a fixed time is too long on a quick machine and too short on a slow one; see Await")
                .check(tests);
    }

    @Test
    void testClassesArePackagePrivate() {
        classes()
                .that()
                .haveSimpleNameEndingWith("Test")
                .should()
                .notHaveModifier(JavaModifier.PUBLIC)
                .because("nobody calls them but JUnit")
                .check(tests);
    }
}
