package vesper.launcher;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClass.Predicates;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import vesper.hosting.kinds.ServiceKind;
import vesper.http.Filter;
import vesper.http.Slot;
import vesper.rest.binding.ArgumentSource;
import vesper.rest.controllers.Controllers;
import vesper.rest.filters.PackageFilter;
import vesper.services.collections.ServiceDeclaration;

/** Each extension point has one place that lists its members, and nothing decides beside it. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ExtensionPointsTest {
    private static final JavaClasses VESPER = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("vesper");

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    /** A comparison of a path with the area of operators or of health checks. */
    private static final Pattern TESTS_AREA = Pattern.compile(
            "(startsWith|endsWith|equals|contains|matches|indexOf|regionMatches)\\(\\s*\"/?(admin|metrics|health|console)\\b");

    @Test
    void whom_a_path_is_for_is_asked_of_its_route() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path source : sources()) {
            Matcher test = TESTS_AREA.matcher(Files.readString(source));
            if (test.find()) found.add(ROOT.relativize(source) + ": " + test.group());
        }

        assertThat(found)
                .as("ask Router.audienceOf, or the Destination of a request")
                .isEmpty();
    }

    private static List<Path> sources() throws IOException {
        try (Stream<Path> modules = Files.list(ROOT)) {
            List<Path> found = new ArrayList<>();
            for (Path main : modules.map(module -> module.resolve("src/main/java"))
                    .filter(Files::isDirectory)
                    .toList()) {
                // The peers have operators' paths of their own, and bench reads those of any server.
                if (main.startsWith(ROOT.resolve("peers"))) continue;
                try (Stream<Path> files = Files.walk(main)) {
                    files.filter(file -> file.toString().endsWith(".java")).forEach(found::add);
                }
            }
            assertThat(found).hasSizeGreaterThan(1000);
            return found;
        }
    }

    @Test
    void the_pipeline_is_assembled_in_one_class() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName("vesper.launcher.server.Pipeline")
                .and()
                .doNotHaveFullyQualifiedName("vesper.records.capture.RecordedInvocations")
                .should()
                .callMethodWhere(target(name("chain")).and(target(owner(Predicates.type(Filter.class)))))
                .check(VESPER);
    }

    @Test
    void no_two_values_of_a_request_share_a_slot() throws Exception {
        List<Integer> indices = new ArrayList<>();
        Field index = Slot.class.getDeclaredField("index");
        index.setAccessible(true);
        for (JavaClass type : VESPER) {
            for (JavaField field : type.getFields()) {
                if (!field.getRawType().isEquivalentTo(Slot.class)) continue;
                Field slot = field.reflect();
                slot.setAccessible(true);
                if (java.lang.reflect.Modifier.isStatic(slot.getModifiers())) indices.add(index.getInt(slot.get(null)));
            }
        }

        assertThat(indices).hasSizeGreaterThanOrEqualTo(4).doesNotHaveDuplicates();
    }

    @Test
    void only_the_kinds_know_what_a_class_of_a_package_can_be() {
        for (Class<?> knowing : List.of(Controllers.class, ServiceDeclaration.class, PackageFilter.class)) {
            noClasses()
                    .that()
                    .resideInAPackage("vesper.hosting")
                    .should()
                    .callMethodWhere(target(owner(Predicates.type(knowing)))
                            .and(target(name("isOn").or(name("isController")).or(name("isAdvice")))))
                    .check(VESPER);
        }
    }

    @Test
    void the_members_of_an_extension_point_are_created_by_its_list_alone() {
        assertOnlyListed(ServiceKind.class, "vesper.hosting.kinds.ServiceKinds");
        assertOnlyListed(ArgumentSource.class, "vesper.rest.binding.ArgumentSources");
    }

    /** Components may create the kind that finds them, which has no state. */
    private static void assertOnlyListed(Class<?> point, String list) {
        List<JavaClass> members = VESPER.stream()
                .filter(type -> type.isAssignableTo(point) && !type.isInterface())
                .toList();
        assertThat(members).isNotEmpty();
        for (JavaClass member : members) {
            List<String> creators = member.getConstructors().stream()
                    .flatMap(constructor -> constructor.getCallsOfSelf().stream())
                    .map(call -> call.getOriginOwner().getFullName())
                    .distinct()
                    .filter(creator -> !creator.equals("vesper.hosting.Components"))
                    .toList();
            assertThat(creators).as(member.getFullName()).containsExactly(list);
        }
    }
}
