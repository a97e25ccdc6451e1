package vesper.launcher;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

/** Rules for the whole code base that the compiler does not check. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ArchitectureTest {
    private static final JavaClasses VESPER = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("vesper");
    private static final Pattern QUESTION = Pattern.compile("^(is|has|can|was)[A-Z]");
    private static final Set<String> ANSWERS = Set.of(
            "boolean",
            Boolean.class.getName(),
            Optional.class.getName(),
            BooleanSupplier.class.getName(),
            Predicate.class.getName());

    @Test
    void packages_have_no_cycles() {
        slices().matching("vesper.(**)").should().beFreeOfCycles().check(VESPER);
    }

    @Test
    void every_package_is_null_marked() {
        List<String> unmarked = VESPER.stream()
                .map(type -> type.getPackage())
                .distinct()
                .filter(folder -> !folder.isAnnotatedWith(NullMarked.class))
                .map(JavaPackage::getName)
                .toList();

        assertThat(unmarked).isEmpty();
    }

    /**
     * A name such as {@code isEmpty} or {@code hasRoom} is a question: its method returns the answer, or what gives it.
     */
    @Test
    void methods_that_are_named_as_questions_return_an_answer() {
        List<String> others = VESPER.stream()
                .flatMap(type -> type.getMethods().stream())
                .filter(method -> QUESTION.matcher(method.getName()).find())
                .filter(method -> !ANSWERS.contains(method.getRawReturnType().getName()))
                .map(method -> method.getFullName())
                .sorted()
                .toList();

        assertThat(others).isEmpty();
    }

    @Test
    void modules_depend_in_one_direction() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("launcher")
                .definedBy("vesper.launcher..")
                .layer("hosting")
                .definedBy("vesper.hosting..")
                .layer("services")
                .definedBy("vesper.services..")
                .layer("rest")
                .definedBy("vesper.rest..")
                .layer("http")
                .definedBy("vesper.http..")
                .layer("codec")
                .definedBy("vesper.codec..")
                .layer("journal")
                .definedBy("vesper.journal..")
                .layer("documents")
                .definedBy("vesper.documents..")
                .layer("records")
                .definedBy("vesper.records..")
                .layer("access")
                .definedBy("vesper.access..")
                .layer("cluster")
                .definedBy("vesper.cluster..")
                .layer("bench")
                .definedBy("vesper.bench..")
                .layer("console")
                .definedBy("vesper.console..")
                .layer("testing")
                .definedBy("vesper.testing..")
                .whereLayer("testing")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("testing")
                .mayNotAccessAnyLayer()
                .whereLayer("launcher")
                .mayNotBeAccessedByAnyLayer()
                .whereLayer("hosting")
                .mayOnlyBeAccessedByLayers("launcher")
                .whereLayer("services")
                .mayOnlyBeAccessedByLayers("launcher", "hosting")
                .whereLayer("rest")
                .mayOnlyBeAccessedByLayers("launcher", "hosting", "services", "records", "access", "console")
                .whereLayer("http")
                .mayOnlyBeAccessedByLayers("launcher", "hosting", "services", "rest", "records", "access", "console")
                .whereLayer("codec")
                .mayOnlyBeAccessedByLayers(
                        "launcher", "hosting", "services", "rest", "records", "access", "documents", "cluster")
                .whereLayer("journal")
                .mayNotAccessAnyLayer()
                .whereLayer("documents")
                .mayOnlyBeAccessedByLayers("launcher", "hosting", "services", "access", "cluster")
                .whereLayer("cluster")
                .mayOnlyBeAccessedByLayers("launcher")
                .whereLayer("records")
                .mayOnlyBeAccessedByLayers("launcher", "access")
                .whereLayer("access")
                .mayOnlyBeAccessedByLayers("launcher")
                .whereLayer("bench")
                .mayOnlyBeAccessedByLayers("launcher")
                .whereLayer("console")
                .mayOnlyBeAccessedByLayers("launcher")
                .check(VESPER);
    }

    @Test
    void the_instrument_shares_no_code_with_what_it_measures() {
        classes()
                .that()
                .resideInAPackage("vesper.bench..")
                .should()
                .onlyDependOnClassesThat()
                .resideOutsideOfPackages(
                        "vesper.launcher..",
                        "vesper.hosting..",
                        "vesper.rest..",
                        "vesper.http..",
                        "vesper.codec..",
                        "vesper.journal..",
                        "vesper.documents..",
                        "vesper.cluster..",
                        "vesper.records..",
                        "vesper.access..",
                        "vesper.console..")
                .check(VESPER);
    }
}
