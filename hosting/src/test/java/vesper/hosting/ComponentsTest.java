package vesper.hosting;

import static org.assertj.core.api.Assertions.assertThat;
import static vesper.hosting.Server.write;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import vesper.testing.Eventually;

/** Objects of a package's own classes, injected into its other classes and those of dependent packages. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ComponentsTest {
    private static final String IMPORTS = """
            import jakarta.annotation.*
            import org.springframework.beans.factory.annotation.*
            import org.springframework.context.annotation.*
            import org.springframework.core.annotation.Order
            import org.springframework.stereotype.*
            import org.springframework.web.bind.annotation.*
            """;

    private @TempDir Path folder;
    private final List<String> events = new CopyOnWriteArrayList<>();

    private Server server() throws IOException {
        return Server.over(
                HostingSettings.of(folder).unwatched(), Injectables.none().with(Appendable.class, appendable()));
    }

    /** Offers the list of events to packages under a type that no component has. */
    private Appendable appendable() {
        return new Appendable() {
            @Override
            public Appendable append(CharSequence text) {
                events.add(text.toString());
                return this;
            }

            @Override
            public Appendable append(CharSequence text, int start, int end) {
                return append(text.subSequence(start, end));
            }

            @Override
            public Appendable append(char c) {
                return append(String.valueOf(c));
            }
        };
    }

    private void source(String path, String code) throws IOException {
        write(folder, path, IMPORTS + code);
    }

    /** A controller whose constructor takes these parameters, and answers with an expression of them. */
    private void controller(String packageName, String parameters, String expression) throws IOException {
        String names = parameters.replaceAll("@[A-Za-z]+(\\([^)]*\\))? ", "");
        String fields = names.isEmpty() ? "" : "private final " + names.replace(", ", "\n    private final ");
        String assignments = names.replaceAll("[^ ]+ (\\w+)(, )?", "this.$1 = $1\n");
        source(packageName + "/code/Api.groovy", """
                @RestController
                class Api {
                    %s
                    Api(%s) { %s }
                    @GetMapping('%s') Map<String, String> say() { [said: %s] }
                }
                """.formatted(
                        fields, parameters, assignments, packageName, expression));
    }

    private void assertFailure(String packageName, String... parts) throws IOException {
        try (Server server = server()) {
            assertThat(server.state(packageName))
                    .as("%s", server.snapshot(packageName))
                    .isEqualTo(PackageState.START_FAILED);
            assertThat(server.snapshot(packageName).failure().orElseThrow()).contains(parts);
        }
    }

    @Test
    void a_constructor_receives_the_components_of_its_package_which_receive_others() throws IOException {
        source("one/code/Repo.groovy", "@Repository class Repo { String name() { 'repo' } }");
        source("one/code/Prices.groovy", """
                @Service class Prices {
                    final Repo repo
                    Prices(Repo repo) { this.repo = repo }
                    String say() { 'prices of ' + repo.name() }
                }
                """);
        controller("one", "Prices prices, Repo repo", "prices.say() + ' ' + prices.repo.is(repo)");

        try (Server server = server()) {
            assertThat(server.wordFrom("/api/one")).contains("prices of repo true");
        }
    }

    @Test
    void a_field_receives_a_component_too() throws IOException {
        source("one/code/Repo.groovy", "@Component class Repo { String name() { 'repo' } }");
        source("one/code/Api.groovy", """
                @RestController class Api {
                    @Autowired private Repo repo
                    @GetMapping('one') Map<String, String> say() { [said: repo.name()] }
                }
                """);

        try (Server server = server()) {
            assertThat(server.wordFrom("/api/one")).isEqualTo("repo");
        }
    }

    @Test
    void hooks_of_components_are_called_in_the_order_of_need_and_at_the_stop_in_reverse() throws IOException {
        source("one/code/A.groovy", """
                @Component class A {
                    Appendable events
                    A(Appendable events, B b) { this.events = events; events.append('A made') }
                    @PostConstruct void begin() { events.append('A begins') }
                    @PreDestroy void end() { events.append('A ends') }
                }
                """);
        source("one/code/B.groovy", """
                @Component class B implements AutoCloseable {
                    Appendable events
                    B(Appendable events) { this.events = events; events.append('B made') }
                    @PostConstruct void begin() { events.append('B begins') }
                    void close() { events.append('B ends') }
                }
                """);
        controller("one", "", "'x'");

        try (Server server = server()) {
            assertThat(server.wordFrom("/api/one")).isEqualTo("x");
            assertThat(events).containsExactly("B made", "B begins", "A made", "A begins");
            server.packages.reload("one");
            // The replaced objects end on their own thread.
            Eventually.until(() -> events.contains("B ends"));
            events.clear();
            server.packages.stop("one");
            assertThat(events).containsExactly("A ends", "B ends");
        }
    }

    @Test
    void a_reloaded_package_has_new_components() throws IOException {
        source("one/code/Repo.groovy", "@Component class Repo { int count; int next() { ++count } }");
        controller("one", "Repo repo", "repo.next() as String");

        try (Server server = server()) {
            assertThat(server.wordFrom("/api/one")).isEqualTo("1");
            assertThat(server.wordFrom("/api/one")).isEqualTo("2");
            server.packages.reload("one");
            assertThat(server.wordFrom("/api/one")).isEqualTo("1");
        }
    }

    @Test
    void the_components_of_a_dependency_are_shared_with_dependents_and_replaced_with_it() throws IOException {
        source("base/code/Counter.groovy", "@Component class Counter { int count; int next() { ++count } }");
        source("base/code/Hidden.groovy", "class Hidden { }");
        for (String name : List.of("one", "two")) {
            write(folder, name + "/package.properties", "depends-on=base\n");
            controller(name, "Counter counter", "counter.next() as String");
        }

        try (Server server = server()) {
            assertThat(server.wordFrom("/api/one")).isEqualTo("1");
            assertThat(server.wordFrom("/api/two")).isEqualTo("2");
            server.packages.reload("base");
            assertThat(server.wordFrom("/api/two")).isEqualTo("1");
            assertThat(server.wordFrom("/api/one")).isEqualTo("2");
        }
    }

    @Test
    void a_component_of_another_package_is_not_injected_without_depends_on() throws IOException {
        source("base/code/Counter.groovy", "@Component class Counter { }");
        source("one/code/Api.groovy", "@RestController class Api { Api(Runnable counter) { } }");

        assertFailure("one", "Api(Runnable) needs Runnable, which is not available");
    }

    @Test
    void an_interface_stands_for_its_one_implementation() throws IOException {
        source("one/code/Shipper.groovy", "interface Shipper { String name() }");
        source("one/code/Post.groovy", "@Component class Post implements Shipper { String name() { 'post' } }");
        controller("one", "Shipper shipper", "shipper.name()");

        try (Server server = server()) {
            assertThat(server.wordFrom("/api/one")).isEqualTo("post");
        }
    }

    @Test
    void of_several_implementations_a_name_or_primary_chooses_and_a_list_has_all_in_order() throws IOException {
        source("one/code/Shipper.groovy", "interface Shipper { String name() }");
        source("one/code/Post.groovy", """
                @Component @Primary @Order(2) class Post implements Shipper { String name() { 'post' } }
                """);
        source("one/code/Bike.groovy", """
                @Component('fast') @Order(1) class Bike implements Shipper { String name() { 'bike' } }
                """);
        source("one/code/Walk.groovy", "@Component class Walk implements Shipper { String name() { 'walk' } }");
        controller(
                "one",
                "Shipper shipper, @Qualifier('fast') Shipper other, List<Shipper> all, Optional<Runnable> none",
                "shipper.name() + ' ' + other.name() + ' ' + all*.name().join(',') + ' ' + none.present");

        try (Server server = server()) {
            assertThat(server.wordFrom("/api/one")).contains("post bike bike,post,walk false");
        }
    }

    @Test
    void a_parameter_name_chooses_among_several() throws IOException {
        source("one/code/Post.groovy", "@Component class Post implements Runnable { void run() { } }");
        source("one/code/Bike.groovy", "@Component class Bike implements Runnable { void run() { } }");
        controller("one", "Runnable bike", "bike.getClass().simpleName");

        try (Server server = server()) {
            assertThat(server.wordFrom("/api/one")).isEqualTo("Bike");
        }
    }

    @Test
    void several_without_a_choice_fail_the_package_with_all_names() throws IOException {
        source("one/code/Post.groovy", "@Component class Post implements Runnable { void run() { } }");
        source("one/code/Bike.groovy", "@Component class Bike implements Runnable { void run() { } }");
        controller("one", "Runnable work", "'x'");

        assertFailure(
                "one", "Api(Runnable) needs one Runnable, and there are several: Bike, Post", "@Qualifier", "@Primary");
    }

    @Test
    void two_primary_ones_fail_the_package_and_both_are_named() throws IOException {
        source("one/code/Post.groovy", "@Component @Primary class Post implements Runnable { void run() { } }");
        source("one/code/Bike.groovy", "@Component @Primary class Bike implements Runnable { void run() { } }");
        source("one/code/Walk.groovy", "@Component class Walk implements Runnable { void run() { } }");
        controller("one", "Runnable work", "'x'");

        assertFailure("one", "needs one Runnable, and several are @Primary: Bike, Post. Keep @Primary on one");
    }

    @Test
    void a_misspelt_name_suggests_the_one_that_was_meant_and_lists_all() throws IOException {
        source("one/code/Post.groovy", "@Component class Post implements Runnable { void run() { } }");
        source("one/code/Bike.groovy", "@Component class Bike implements Runnable { void run() { } }");
        controller("one", "@Qualifier('biek') Runnable work", "'x'");

        assertFailure("one", "Runnable named \"biek\"", "did you mean bike?", "there are bike, post");
    }

    @Test
    void an_exception_of_a_constructor_is_reported_with_its_causes_and_the_classes_that_needed_it() throws IOException {
        source("one/code/Repo.groovy", """
                @Repository class Repo {
                    Repo() { throw new RuntimeException('no repo', new IllegalStateException('no disk')) }
                }
                """);
        source("one/code/Prices.groovy", "@Service class Prices { Prices(Repo repo) { } }");
        controller("one", "Prices prices", "'x'");

        assertFailure(
                "one",
                "Repo could not be created: java.lang.RuntimeException: no repo, caused by"
                        + " java.lang.IllegalStateException: no disk (needed by Api → Prices → Repo)");
    }

    @Test
    void a_set_receives_all_components_of_a_type() throws IOException {
        source("one/code/Post.groovy", "@Component class Post implements Runnable { void run() { } }");
        source("one/code/Bike.groovy", "@Component class Bike implements Runnable { void run() { } }");
        controller("one", "Set<Runnable> all", "all*.getClass()*.simpleName.join('_')");

        try (Server server = server()) {
            assertThat(server.wordFrom("/api/one")).isEqualTo("Bike_Post");
        }
    }

    @Test
    void jakarta_inject_and_named_work_like_the_annotations_of_Spring() throws IOException {
        source("one/code/Post.groovy", "@Component class Post implements Runnable { void run() { } }");
        source("one/code/Bike.groovy", "@Component class Bike implements Runnable { void run() { } }");
        source("one/code/Api.groovy", """
                @RestController class Api {
                    private final Runnable first
                    @jakarta.inject.Inject @jakarta.inject.Named('post') private Runnable second
                    @jakarta.inject.Inject Api(@jakarta.inject.Named('bike') Runnable first) { this.first = first }
                    Api() { first = null }
                    @GetMapping('one') Map<String, String> say() { [said: [first, second]*.getClass()*.simpleName.join('_')] }
                }
                """);

        try (Server server = server()) {
            assertThat(server.wordFrom("/api/one")).isEqualTo("Bike_Post");
        }
    }

    @Test
    void a_configuration_class_fails_the_package_by_name_with_the_way_out() throws IOException {
        source("one/code/Setup.groovy", """
                @Configuration class Setup {
                    @Bean Runnable work() { return { } as Runnable }
                }
                """);
        controller("one", "", "'x'");

        assertFailure("one", "Setup: @Configuration is not supported", "Write a class with @Component for each object");
    }

    @Test
    void a_package_receives_the_components_of_the_packages_that_its_dependencies_depend_on() throws IOException {
        source("base/code/Repo.groovy", "@Component class Repo { String name() { 'repo' } }");
        write(folder, "middle/package.properties", "depends-on=base\n");
        source("middle/code/Unused.groovy", "class Unused { }");
        write(folder, "one/package.properties", "depends-on=middle\n");
        controller("one", "Repo repo", "repo.name()");

        try (Server server = server()) {
            assertThat(server.wordFrom("/api/one")).isEqualTo("repo");
            source("base/code/Repo.groovy", "@Component class Repo { String name() { 'changed' } }");
            server.packages.reload("base");
            assertThat(server.wordFrom("/api/one")).isEqualTo("changed");
        }
    }

    @Test
    void a_name_that_no_component_has_fails_the_package() throws IOException {
        source("one/code/Post.groovy", "@Component class Post implements Runnable { void run() { } }");
        controller("one", "@Qualifier('bike') Runnable work", "'x'");

        assertFailure("one", "needs Runnable named \"bike\", which is not available", "Post");
    }

    @Test
    void a_circle_fails_the_package_and_is_named() throws IOException {
        source("one/code/A.groovy", "@Component class A { A(B b) { } }");
        source("one/code/B.groovy", "@Component class B { B(C c) { } }");
        source("one/code/C.groovy", "@Component class C { @Autowired A a }");

        assertFailure("one", "A → B → C → A");
    }

    @Test
    void a_missing_component_is_named_with_those_that_need_it() throws IOException {
        source("one/code/A.groovy", "@Component class A { A(B b) { } }");
        source("one/code/B.groovy", "@Component class B { B(StringBuilder text) { } }");

        assertFailure(
                "one",
                "B(StringBuilder) needs StringBuilder, which is not available (A → B → StringBuilder)",
                "Available from the server: Appendable, Map, Properties",
                "classes of packages: A, B");
    }

    @Test
    void a_class_that_lacks_the_annotation_is_named_as_such() throws IOException {
        source("one/code/Repo.groovy", "class Repo { }");
        controller("one", "Repo repo", "'x'");

        assertFailure("one", "needs Repo, which is not available: it is a class of the package one without @Component");
    }

    @Test
    void an_interface_without_a_component_is_named_as_such() throws IOException {
        source("one/code/Shipper.groovy", "interface Shipper { }");
        controller("one", "Shipper shipper", "'x'");

        assertFailure("one", "no class with @Component implements or extends it");
    }

    @Test
    void injection_that_would_surprise_is_refused() throws IOException {
        source("map/code/Api.groovy", "@RestController class Api { Api(Map<String, Runnable> all) { } }");
        source("value/code/Api.groovy", "@RestController class Api { Api(@Value('x') String text) { } }");
        source("optional/code/Api.groovy", """
                @RestController class Api { @Autowired(required = false) Runnable work }
                """);

        assertFailure("map", "java.util.Map<java.lang.String, java.lang.Runnable> is not supported");
        assertFailure("value", "the constructor of Api cannot be injected: @Value is not supported");
        assertFailure("optional", "Api.work cannot be injected: required=false is not supported; take an Optional");
    }

    @Test
    void the_annotated_constructor_is_used() throws IOException {
        source("one/code/Repo.groovy", "@Component class Repo { }");
        source("one/code/Api.groovy", """
                @RestController class Api {
                    String by
                    Api(Repo repo, Properties properties) { by = 'two' }
                    @Autowired Api(Repo repo) { by = 'one' }
                    @GetMapping('one') Map<String, String> say() { [said: by] }
                }
                """);

        try (Server server = server()) {
            assertThat(server.wordFrom("/api/one")).isEqualTo("one");
        }
    }

    @Test
    void what_configures_another_container_is_refused_by_name() throws IOException {
        source("one/code/Slow.groovy", "@Component @Lazy class Slow { }");

        assertFailure("one", "Slow: @Lazy is not supported");
    }

    @Test
    void a_component_that_throws_fails_its_package_and_ends_what_was_made() throws IOException {
        source("one/code/A.groovy", """
                @Component class A {
                    A(B b) { throw new IllegalStateException('no room') }
                }
                """);
        source("one/code/B.groovy", """
                @Component class B {
                    Appendable events
                    B(Appendable events) { this.events = events }
                    @PreDestroy void end() { events.append('B ends') }
                }
                """);

        assertFailure("one", "A could not be created", "no room");
        assertThat(events).containsExactly("B ends");
    }

    @Test
    void the_objects_of_a_dependency_end_after_the_requests_and_packages_that_use_them() throws IOException {
        source("base/code/Pool.groovy", """
                @Component class Pool {
                    Appendable events
                    boolean closed
                    Pool(Appendable events) { this.events = events }
                    @PreDestroy void end() { closed = true; events.append('Pool ends') }
                }
                """);
        write(folder, "one/package.properties", "depends-on=base\n");
        controller("one", "Pool pool", "pool.closed as String");

        try (Server server = server()) {
            assertThat(server.wordFrom("/api/one")).isEqualTo("false");
            String good = Files.readString(folder.resolve("one/code/Api.groovy"));
            write(folder, "one/code/Api.groovy", "class Api { broken }");
            server.packages.reload("one");
            server.packages.reload("base");
            // The old version of the dependent still serves, with the old object.
            Eventually.until("the replaced objects have been looked at", server.packages::isReleaseIdle);
            assertThat(server.wordFrom("/api/one")).isEqualTo("false");
            assertThat(events).isEmpty();

            write(folder, "one/code/Api.groovy", good);
            server.packages.reload("one");
            Eventually.until("the old object ends", () -> events.equals(List.of("Pool ends")));
            assertThat(server.wordFrom("/api/one")).isEqualTo("false");
        }
    }
}
