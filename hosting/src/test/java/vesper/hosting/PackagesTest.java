package vesper.hosting;

import static org.assertj.core.api.Assertions.assertThat;
import static vesper.hosting.Server.serviceReturning;
import static vesper.hosting.Server.text;
import static vesper.hosting.Server.throwingStatically;
import static vesper.hosting.Server.write;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import vesper.codec.Codec;
import vesper.http.Headers;
import vesper.http.Method;
import vesper.http.Request;
import vesper.http.Response;
import vesper.rest.controllers.ControllerContext;
import vesper.rest.routing.Prefix;
import vesper.rest.routing.Router;

@DisplayNameGeneration(ReplaceUnderscores.class)
class PackagesTest {
    private @TempDir Path folder;

    @Test
    void a_package_is_compiled_started_and_answers() throws IOException {
        write(folder, "one/code/Saying.groovy", serviceReturning("one", "hi"));
        write(folder, "one/package.properties", "version = 1.2\n");

        try (Server server = unwatched()) {
            assertThat(server.wordFrom("/api/one")).isEqualTo("hi");
            PackageSnapshot one = server.snapshot("one");
            assertThat(one.state()).isEqualTo(PackageState.STARTED);
            assertThat(one.version()).isEqualTo("1.2");
            assertThat(one.contextPath()).isEqualTo("one");
            assertThat(one.classes()).containsExactly("Saying");
            assertThat(one.routes()).isEqualTo(1);
            assertThat(one.generation()).isEqualTo(1);
            assertThat(one.loadedAt()).isPresent();
        }
    }

    @Test
    void hidden_folders_and_files_beside_packages_are_ignored() throws IOException {
        write(folder, ".git/code/Saying.groovy", serviceReturning("git", "no"));
        write(folder, "README.md", "packages");

        try (Server server = unwatched()) {
            assertThat(server.packages.snapshots()).isEmpty();
        }
    }

    @Test
    void a_package_that_does_not_compile_answers_503_with_the_compilers_words() throws IOException {
        write(
                folder,
                "one/code/Saying.groovy",
                serviceReturning("said/here", "hi").replace("[said", "(said"));
        write(folder, "two/code/Saying.groovy", serviceReturning("two", "fine"));

        try (Server server = unwatched()) {
            Response response = server.get("/api/said/here/and/below");
            assertThat(response.status()).isEqualTo(503);
            assertThat(response.header("Content-Type")).contains("application/problem+json");
            assertThat(text(response)).contains("Package one does not compile: code/Saying.groovy:5:");
            assertThat(server.get("/api/one").status()).isEqualTo(503);

            PackageSnapshot one = server.snapshot("one");
            assertThat(one.state()).isEqualTo(PackageState.LOAD_FAILED);
            assertThat(one.generation()).isZero();
            assertThat(one.errors().getFirst().excerpt()).contains("5 | ").contains("^");
            assertThat(server.wordFrom("/api/two")).isEqualTo("fine");
        }
    }

    @Test
    void a_descriptor_that_is_not_understood_fails_its_package_and_no_other() throws IOException {
        write(folder, "one/code/Saying.groovy", serviceReturning("one", "hi"));
        write(folder, "one/package.properties", "verson = 1.2\n");
        write(folder, "two/code/Saying.groovy", serviceReturning("two", "fine"));

        try (Server server = unwatched()) {
            assertThat(server.state("one")).isEqualTo(PackageState.LOAD_FAILED);
            assertThat(server.snapshot("one").failure())
                    .contains("package.properties: unknown key 'verson', did you mean 'version'?");
            assertThat(server.get("/api/one").status()).isEqualTo(503);
            assertThat(text(server.get("/api/one"))).contains("did you mean 'version'?");
            assertThat(server.wordFrom("/api/two")).isEqualTo("fine");
        }
    }

    @Test
    void a_line_about_documents_that_is_not_understood_takes_one_line_of_the_log(@TempDir Path documents)
            throws IOException {
        write(folder, "one/package.properties", "documents.notes = durable strict\n");
        var logger = (Logger) LoggerFactory.getLogger(HostedPackage.class);
        var events = new ListAppender<ILoggingEvent>();
        // Thread safe, because other threads log while the test reads it.
        events.list = new CopyOnWriteArrayList<>();
        events.start();
        logger.addAppender(events);

        try (Server server = Server.withDocuments(HostingSettings.of(folder).unwatched(), documents)) {
            assertThat(server.state("one")).isEqualTo(PackageState.START_FAILED);
            assertThat(events.list)
                    .anyMatch(event -> event.getFormattedMessage().contains("separate options by commas")
                            && event.getThrowableProxy() == null)
                    .noneMatch(event -> event.getThrowableProxy() != null);
        } finally {
            logger.detachAppender(events);
        }
    }

    /** Adds a package while the server runs, so that the order of starts is known. */
    private void addTwo(Server server) throws IOException {
        write(folder, "two/code/Saying.groovy", serviceReturning("same", "second"));
        server.packages.refresh(Set.of("two"), true);
    }

    @Test
    void two_packages_that_answer_the_same_fail_the_later_one_and_its_failure_names_both_sources() throws IOException {
        write(folder, "one/code/Saying.groovy", serviceReturning("same", "first"));
        write(folder, "three/code/Saying.groovy", serviceReturning("three", "fine"));

        try (Server server = Server.over(HostingSettings.of(folder).unwatched())) {
            addTwo(server);
            assertThat(server.wordFrom("/api/same")).isEqualTo("first");
            assertThat(server.wordFrom("/api/three")).isEqualTo("fine");
            assertThat(server.state("two")).isEqualTo(PackageState.START_FAILED);
            assertThat(server.snapshot("two").failure().orElseThrow())
                    .contains("one/code/Saying.groovy")
                    .contains("two/code/Saying.groovy");
        }
    }

    @Test
    void a_package_that_starts_loaded_answers_only_once_it_is_started() throws IOException {
        write(folder, "one/code/Saying.groovy", serviceReturning("one", "hi"));
        write(folder, "one/package.properties", "state-on-startup = loaded\n");

        try (Server server = unwatched()) {
            assertThat(server.state("one")).isEqualTo(PackageState.LOADED);
            assertThat(server.get("/api/one").status()).isEqualTo(404);

            assertThat(server.packages.start("one")).isInstanceOf(PackageChange.Done.class);

            assertThat(server.state("one")).isEqualTo(PackageState.STARTED);
            assertThat(server.wordFrom("/api/one")).isEqualTo("hi");
        }
    }

    @Test
    void a_stopped_package_answers_no_more_and_starts_again() throws IOException {
        write(folder, "one/code/Saying.groovy", serviceReturning("one", "hi"));

        try (Server server = unwatched()) {
            assertThat(server.packages.stop("one")).isInstanceOf(PackageChange.Done.class);
            assertThat(server.state("one")).isEqualTo(PackageState.LOADED);
            assertThat(server.get("/api/one").status()).isEqualTo(404);

            server.packages.reload("one");
            assertThat(server.state("one")).isEqualTo(PackageState.LOADED);

            server.packages.start("one");
            assertThat(server.wordFrom("/api/one")).isEqualTo("hi");
        }
    }

    @Test
    void a_reload_takes_up_what_the_folder_holds() throws IOException {
        write(folder, "one/code/Saying.groovy", serviceReturning("one", "before"));

        try (Server server = unwatched()) {
            write(folder, "one/code/Saying.groovy", serviceReturning("one", "after"));
            assertThat(server.wordFrom("/api/one")).isEqualTo("before");

            assertThat(server.packages.reload("one")).isInstanceOf(PackageChange.Done.class);

            assertThat(server.wordFrom("/api/one")).isEqualTo("after");
            assertThat(server.snapshot("one").generation()).isEqualTo(2);
        }
    }

    @Test
    void a_package_that_is_not_there_cannot_be_changed() throws IOException {
        try (Server server = unwatched()) {
            assertThat(server.packages.reload("none")).isEqualTo(new PackageChange.NoSuchPackage("none"));
            assertThat(server.packages.start("none")).isEqualTo(new PackageChange.NoSuchPackage("none"));
            assertThat(server.packages.stop("none")).isEqualTo(new PackageChange.NoSuchPackage("none"));
        }
    }

    @Test
    void services_are_given_what_their_constructors_ask_for() throws IOException {
        write(folder, "one/conf/a.properties", "greeting = moin\n");
        write(folder, "one/code/Saying.groovy", """
                import java.time.Clock
                import org.springframework.web.bind.annotation.*
                @RestController
                class Saying {
                    private final String said
                    Saying(Clock clock, Properties properties, Map configuration) {
                        said = properties.greeting + clock.millis() + configuration.size()
                    }
                    @GetMapping('one') Map<String, String> say() { [said: said] }
                }
                """);
        Clock clock = Clock.fixed(Instant.ofEpochMilli(7), ZoneOffset.UTC);

        try (Server server = Server.withInjectables(Injectables.none().with(Clock.class, clock), folder)) {
            assertThat(server.wordFrom("/api/one")).isEqualTo("moin71");
        }
    }

    @Test
    void a_service_that_asks_for_what_cannot_be_given_fails_its_package() throws IOException {
        write(folder, "one/code/Saying.groovy", """
                @org.springframework.web.bind.annotation.RestController
                class Saying { Saying(StringBuilder text) { } }
                """);

        try (Server server = unwatched()) {
            assertThat(server.state("one")).isEqualTo(PackageState.START_FAILED);
            assertThat(server.snapshot("one").failure())
                    .contains("Saying(StringBuilder) needs StringBuilder, which is not available."
                            + " Available from the server: Map, Properties; classes of packages: Saying");
            assertThat(server.get("/api/one").status()).isEqualTo(503);
        }
    }

    @Test
    void documents_that_cannot_be_opened_are_not_available_rather_than_not_there() throws IOException {
        Path documents = folder.resolveSibling("documents of " + folder.getFileName());
        write(documents, "collections", "something else\n");
        write(folder, "one/package.properties", "documents.notes=durable\n");
        write(folder, "two/code/Mails.groovy", """
                import vesper.services.*
                @DocumentService(collection = 'mails', state = Mail)
                class Mails { static record Mail(String to) { } }
                """);

        try (Server server = Server.withDocuments(HostingSettings.of(folder).unwatched(), documents)) {
            assertThat(server.snapshot("one").failure())
                    .hasValueSatisfying(why -> assertThat(why).contains("collections does not start with"));
            for (String path : List.of("/api/notes", "/api/notes/a", "/api/mails/a/versions", "/api/one")) {
                assertThat(server.get(path).status()).as(path).isEqualTo(503);
            }
        }
    }

    @Test
    void fields_are_given_what_constructors_are() throws IOException {
        write(folder, "one/conf/a.properties", "greeting = moin\n");
        write(folder, "one/code/Saying.groovy", """
                import java.time.Clock
                import org.springframework.beans.factory.annotation.Autowired
                import org.springframework.web.bind.annotation.*
                abstract class Timed { @Autowired protected Clock clock }
                @RestController
                class Saying extends Timed {
                    @Autowired private Properties properties
                    @GetMapping('one') Map<String, String> say() { [said: properties.greeting + clock.millis()] }
                }
                """);
        Clock clock = Clock.fixed(Instant.ofEpochMilli(7), ZoneOffset.UTC);

        try (Server server = Server.withInjectables(Injectables.none().with(Clock.class, clock), folder)) {
            assertThat(server.wordFrom("/api/one")).isEqualTo("moin7");
        }
    }

    @Test
    void a_field_or_method_that_asks_for_what_cannot_be_given_fails_its_package() throws IOException {
        writeAsking("field", "@Autowired StringBuilder text");
        writeAsking("fixed", "@Autowired private static Properties text");
        writeAsking("method", "@Autowired void text(Properties text) { }");
        writeAsking("value", "@Value('x') String text");

        try (Server server = unwatched()) {
            String refused = "Saying.text cannot be injected: ";
            assertThat(server.snapshot("field").failure())
                    .hasValue("Saying.text needs StringBuilder, which is not available."
                            + " Available from the server: Map, Properties; classes of packages: Saying");
            assertThat(server.snapshot("fixed").failure())
                    .hasValue(refused + "it is static or final; use the constructor");
            assertThat(server.snapshot("method").failure())
                    .hasValue(refused + "only constructors and fields are injected");
            assertThat(server.snapshot("value").failure())
                    .hasValue(refused + "@Value is not supported; inject what you need, for example Properties, in the"
                            + " constructor");
        }
    }

    private void writeAsking(String name, String member) throws IOException {
        write(folder, name + "/code/Saying.groovy", """
                import org.springframework.beans.factory.annotation.*
                @org.springframework.web.bind.annotation.RestController
                class Saying { %s }
                """.formatted(member));
    }

    @Test
    void a_service_whose_constructor_throws_fails_its_package() throws IOException {
        write(folder, "one/code/Saying.groovy", """
                @org.springframework.web.bind.annotation.RestController
                class Saying { Saying() { throw new IllegalStateException('secret') } }
                """);

        try (Server server = unwatched()) {
            assertThat(server.state("one")).isEqualTo(PackageState.START_FAILED);
            assertThat(server.snapshot("one").failure().orElseThrow()).contains("secret");
            assertThat(text(server.get("/api/one"))).contains("secret", "start-failed");
            assertThat(text(server.get("/api/one", Server.NON_OPERATOR_HEADER, "9.9.9.9")))
                    .doesNotContain("secret");
        }
    }

    @Test
    void an_operator_is_told_why_a_package_could_not_be_started() throws IOException {
        write(folder, "one/code/Saying.groovy", """
                @org.springframework.web.bind.annotation.RestController
                class Saying { Saying() { throw new IllegalStateException('secret') } }
                """);
        Router router = new Router();
        Platform platform = new Platform(
                router,
                new Codec(true),
                Runnable::run,
                ControllerContext.defaults(Runnable::run),
                Injectables.none(),
                Clock.systemUTC(),
                request -> request.headers().contains("Operator"));

        try (Packages packages = Packages.open(HostingSettings.of(folder).unwatched(), platform)) {
            Headers operator = Headers.of("Operator", "1");
            for (String accepted : List.of("application/json", "text/html")) {
                assertThat(text(router.handle(
                                Request.of(Method.GET, "/api/one", operator.with("Accept", accepted), new byte[0]))))
                        .contains("Package one is start-failed: ", "IllegalStateException: secret");
                assertThat(text(router.handle(
                                Request.of(Method.GET, "/api/one", Headers.of("Accept", accepted), new byte[0]))))
                        .doesNotContain("secret");
            }
            assertThat(packages.snapshot("one").orElseThrow().failureSummary().orElseThrow())
                    .contains("secret")
                    .doesNotContain("\n");
        }
    }

    @Test
    void whatever_a_package_throws_fails_it_and_no_other() throws IOException {
        write(folder, "a-static/code/Saying.groovy", throwingStatically("static"));
        write(folder, "b-deep/code/Saying.groovy", serviceReturning("deep", "x").replace("'x'", nested()));
        write(folder, "c-deep-java/code/Deep.java", "class Deep { Object deep = " + nested() + "; }");
        write(folder, "d-error/code/Saying.groovy", """
                @org.springframework.web.bind.annotation.RestController
                class Saying { Saying() { throw new AssertionError('wrong') } }
                """);
        write(folder, "e-mapping/code/Saying.groovy", serviceReturning("m' + " + "x + ".repeat(20_000) + "'", "(hi"));
        write(folder, "fine/code/Saying.groovy", serviceReturning("fine", "fine"));

        try (Server server = unwatched()) {
            assertThat(server.state("a-static")).isEqualTo(PackageState.START_FAILED);
            assertThat(server.snapshot("a-static").failure())
                    .contains("Saying could not be created: a static initializer threw "
                            + "java.lang.IllegalStateException: not here");
            assertThat(server.state("b-deep")).isEqualTo(PackageState.LOAD_FAILED);
            assertThat(server.state("c-deep-java")).isEqualTo(PackageState.LOAD_FAILED);
            assertThat(server.snapshot("c-deep-java").errors()).isNotEmpty();
            assertThat(server.snapshot("d-error").failure().orElseThrow()).contains("wrong");
            assertThat(server.state("e-mapping")).isEqualTo(PackageState.LOAD_FAILED);
            assertThat(server.wordFrom("/api/fine")).isEqualTo("fine");
        }
    }

    @Test
    void a_library_that_is_no_file_fails_its_package_and_no_other() throws IOException {
        write(folder, "one/code/Saying.groovy", serviceReturning("one", "one"));
        Files.createDirectories(folder.resolve("one/lib"));
        Files.createSymbolicLink(folder.resolve("one/lib/gone.jar"), folder.resolve("nowhere"));
        write(folder, "two/code/Saying.groovy", serviceReturning("two", "two"));

        try (Server server = unwatched()) {
            assertThat(server.state("one")).isEqualTo(PackageState.LOAD_FAILED);
            assertThat(server.wordFrom("/api/two")).isEqualTo("two");
        }
    }

    /** Returns an expression nested too deeply for the stack of a compiler. */
    private static String nested() {
        return "(".repeat(4_000) + "1" + ")".repeat(4_000);
    }

    @Test
    void a_package_sees_the_classes_of_those_it_depends_on() throws IOException {
        write(folder, "a-user/package.properties", "depends-on = words\n");
        write(
                folder,
                "a-user/code/Saying.groovy",
                serviceReturning("user", "x").replace("'x'", "new Word().text + JavaWord.TEXT"));
        write(
                folder,
                "a-user/code/JavaWord.java",
                "class JavaWord { static final String TEXT = new Word().getText(); }");
        write(folder, "words/code/Word.groovy", "class Word { String text = 'deep' }");

        try (Server server = unwatched()) {
            assertThat(server.snapshot("a-user").errors()).isEmpty();
            assertThat(server.wordFrom("/api/user")).isEqualTo("deepdeep");

            write(folder, "words/code/Word.groovy", "class Word { String text = 'new' }");
            server.packages.reload("words");

            assertThat(server.wordFrom("/api/user")).isEqualTo("newnew");
        }
    }

    @Test
    void packages_that_depend_on_nobody_or_on_one_another_fail_and_say_so() throws IOException {
        write(folder, "one/package.properties", "depends-on = two\n");
        write(folder, "two/package.properties", "depends-on = one\n");
        write(folder, "three/package.properties", "depends-on = four\n");

        try (Server server = unwatched()) {
            assertThat(server.snapshot("one").failure()).contains("depends-on contains a cycle: one → two → one");
            assertThat(server.snapshot("two").failure()).contains("depends-on contains a cycle: two → one → two");
            assertThat(server.snapshot("three").failure()).contains("it depends on four, which does not exist");
        }
    }

    @Test
    void of_two_folders_with_one_name_the_second_fails() throws IOException {
        write(folder, "a/package.properties", "name = same\n");
        write(folder, "a/code/Saying.groovy", serviceReturning("same", "first"));
        write(folder, "b/package.properties", "name = same\n");

        try (Server server = unwatched()) {
            assertThat(server.wordFrom("/api/same")).isEqualTo("first");
            assertThat(server.snapshot("b").failure()).contains("the name 'same' is already used by the package in a");
        }
    }

    @Test
    void a_package_that_was_stopped_makes_room_for_one_that_answers_the_same() throws IOException {
        write(folder, "one/code/Saying.groovy", serviceReturning("same", "first"));

        try (Server server = Server.over(HostingSettings.of(folder).unwatched())) {
            addTwo(server);
            server.packages.stop("one");
            assertThat(server.wordFrom("/api/same")).isEqualTo("second");

            assertThat(server.packages.start("one")).isInstanceOf(PackageChange.Failed.class);
            assertThat(server.wordFrom("/api/same")).isEqualTo("second");
        }
    }

    @Test
    void a_package_of_a_taken_name_cannot_be_started_and_hides_no_other() throws IOException {
        write(folder, "a/package.properties", "name = b\n");
        write(folder, "a/code/Saying.groovy", serviceReturning("a", "a"));
        write(folder, "b/code/Saying.groovy", serviceReturning("b", "b"));
        write(folder, "c/package.properties", "name = b\n");

        try (Server server = unwatched()) {
            assertThat(server.snapshot("b").folder()).isEqualTo(folder.resolve("a"));
            assertThat(server.packages.start("c")).isInstanceOf(PackageChange.Failed.class);
            assertThat(server.snapshot("c").failure()).contains("the name 'b' is already used by the package in a");
        }
    }

    @Test
    void a_package_in_a_folder_named_like_the_platforms_routes_touches_none_of_them() throws IOException {
        write(folder, "admin/package.properties", "name = office\n");
        write(folder, "admin/code/Saying.groovy", serviceReturning("admin", "package"));

        try (Server server = unwatched()) {
            server.router.publish("admin", List.of(), List.of(new Prefix("/admin", _ -> Response.of(204))));

            server.packages.reload("office");
            assertThat(server.wordFrom("/api/admin")).isEqualTo("package");
            assertThat(server.get("/admin").status()).isEqualTo(204);

            server.packages.stop("office");
            assertThat(server.get("/api/admin").status()).isEqualTo(404);
            assertThat(server.get("/admin").status()).isEqualTo(204);
        }
    }

    @Test
    void a_renamed_package_that_cannot_be_loaded_serves_what_it_did_until_it_is_gone() throws IOException {
        write(folder, "one/code/Saying.groovy", serviceReturning("one", "before"));

        try (Server server = unwatched()) {
            write(folder, "one/package.properties", "name = other\ndepends-on = elsewhere\n");
            server.packages.reload("one");

            assertThat(server.snapshot("other").failure()).contains("it depends on elsewhere, which does not exist");
            assertThat(server.wordFrom("/api/one")).isEqualTo("before");

            server.packages.stop("other");
            assertThat(server.get("/api/one").status()).isEqualTo(404);
        }
    }

    @Test
    void a_new_package_from_the_skeleton_runs_at_once() throws IOException {
        var created = (PackageSkeleton.Outcome.Created)
                new PackageSkeleton(folder).create("purchase-orders", PackageSkeleton.Language.GROOVY);

        assertThat(created.files()).allMatch(Files::exists).hasSize(4);
        try (Server server = unwatched()) {
            assertThat(text(server.get("/api/purchase-orders?name=Ada"))).contains("Hello, Ada!");
            assertThat(text(server.get("/api/purchase-orders"))).contains("Hello, world!");
        }
    }

    @Test
    void a_skeleton_takes_no_bad_name_and_no_folder_that_is_there() throws IOException {
        PackageSkeleton skeleton = new PackageSkeleton(folder);
        write(folder, "there/README.md", "mine");

        assertThat(skeleton.create("../x", PackageSkeleton.Language.JAVA))
                .isInstanceOf(PackageSkeleton.Outcome.BadName.class);
        assertThat(skeleton.create("Orders", PackageSkeleton.Language.JAVA))
                .isInstanceOf(PackageSkeleton.Outcome.BadName.class);
        assertThat(skeleton.create("there", PackageSkeleton.Language.JAVA))
                .isEqualTo(new PackageSkeleton.Outcome.FolderExists(folder.resolve("there")));
    }

    private Server unwatched() throws IOException {
        return Server.over(HostingSettings.of(folder).unwatched());
    }
}
