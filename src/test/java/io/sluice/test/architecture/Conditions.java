package io.sluice.test.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.function.Predicate;
import org.jspecify.annotations.NullMarked;

/** Conditions that ArchUnit does not bring. */
final class Conditions {
    static final ArchCondition<JavaMethod> OVERRIDE_SOMETHING_FOREIGN =
            condition("override a method of a foreign type", Conditions::overridesForeign);

    static final ArchCondition<JavaClass> BE_FINAL_OR_EXTENDED =
            condition("be final, abstract or extended by one of ours", Conditions::isFinalOrExtended);

    static final ArchCondition<JavaClass> LIE_IN_A_NULL_MARKED_PACKAGE = condition(
            "lie in a package whose package-info has @NullMarked",
            type -> type.getPackage().isAnnotatedWith(NullMarked.class));

    private Conditions() {}

    private static boolean overridesForeign(JavaMethod method) {
        return method.getOwner().getAllRawSuperclasses().stream().anyMatch(type -> declares(type, method))
                || method.getOwner().getAllRawInterfaces().stream().anyMatch(type -> declares(type, method));
    }

    private static boolean declares(JavaClass type, JavaMethod method) {
        return !type.getPackageName().startsWith("io.sluice")
                && type.getMethods().stream().anyMatch(other -> other.getName().equals(method.getName()));
    }

    private static boolean isFinalOrExtended(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.FINAL)
                || type.getModifiers().contains(JavaModifier.ABSTRACT)
                || type.isAnonymousClass()
                || type.isEnum()
                || !type.getSubclasses().isEmpty();
    }

    private static <T> ArchCondition<T> condition(String text, Predicate<T> predicate) {
        return new ArchCondition<>(text) {
            @Override
            public void check(T item, ConditionEvents events) {
                events.add(new SimpleConditionEvent(item, predicate.test(item), item + ": must " + text));
            }
        };
    }
}
