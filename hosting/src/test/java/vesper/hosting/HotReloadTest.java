package vesper.hosting;

import static org.assertj.core.api.Assertions.assertThat;
import static vesper.hosting.Server.serviceReturning;
import static vesper.hosting.Server.throwingStatically;
import static vesper.hosting.Server.write;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import vesper.http.Method;
import vesper.testing.Eventually;

@DisplayNameGeneration(ReplaceUnderscores.class)
class HotReloadTest {
    private static final String SOURCE = "one/code/Saying.groovy";

    private @TempDir Path folder;

    @Test
    void an_edited_source_is_swapped_in() throws IOException {
        write(folder, SOURCE, serviceReturning("one", "before"));
        try (Server server = Server.watching(folder)) {
            write(folder, SOURCE, serviceReturning("one", "after"));

            awaitSaid(server, "/api/one", "after");
            Eventually.until(() -> server.snapshot("one").generation() == 2, () -> server.snapshot("one"));
        }
    }

    @Test
    void a_source_that_does_not_compile_leaves_the_old_code_serving_until_it_is_mended() throws IOException {
        write(folder, SOURCE, serviceReturning("one", "before"));
        try (Server server = Server.watching(folder)) {
            write(folder, SOURCE, serviceReturning("one", "broken").replace("class", "clas"));
            Eventually.until(() -> !server.snapshot("one").errors().isEmpty(), () -> server.snapshot("one"));

            assertThat(server.wordFrom("/api/one")).isEqualTo("before");
            assertThat(server.state("one")).isEqualTo(PackageState.STARTED);

            write(folder, SOURCE, serviceReturning("one", "mended"));
            awaitSaid(server, "/api/one", "mended");
            Eventually.until(() -> server.snapshot("one").errors().isEmpty(), () -> server.snapshot("one"));
        }
    }

    @Test
    void a_class_that_cannot_be_initialized_leaves_the_old_code_serving_and_watching_goes_on() throws IOException {
        write(folder, SOURCE, serviceReturning("one", "before"));
        try (Server server = Server.watching(folder)) {
            write(folder, SOURCE, throwingStatically("one"));
            Eventually.until(() -> server.snapshot("one").failure().isPresent(), () -> server.snapshot("one"));

            assertThat(server.snapshot("one").failure().orElseThrow()).contains("a static initializer threw");
            assertThat(server.wordFrom("/api/one")).isEqualTo("before");

            write(folder, SOURCE, serviceReturning("one", "mended"));
            awaitSaid(server, "/api/one", "mended");
        }
    }

    @Test
    void a_package_that_never_compiled_starts_once_it_does() throws IOException {
        write(folder, SOURCE, serviceReturning("one", "broken").replace("class", "clas"));
        try (Server server = Server.watching(folder)) {
            assertThat(server.get("/api/one").status()).isEqualTo(503);

            write(folder, SOURCE, serviceReturning("one", "mended"));

            awaitSaid(server, "/api/one", "mended");
        }
    }

    @Test
    void routes_that_an_edit_takes_away_are_gone() throws IOException {
        write(folder, SOURCE, serviceReturning("old", "here"));
        try (Server server = Server.watching(folder)) {
            write(folder, SOURCE, serviceReturning("new", "here"));

            awaitSaid(server, "/api/new", "here");
            assertThat(server.get("/api/old").status()).isEqualTo(404);
        }
    }

    @Test
    void an_edit_that_would_answer_what_another_package_does_leaves_both_as_they_were() throws IOException {
        write(folder, SOURCE, serviceReturning("one", "one"));
        write(folder, "two/code/Saying.groovy", serviceReturning("two", "two"));
        try (Server server = Server.watching(folder)) {
            write(folder, "two/code/Saying.groovy", serviceReturning("one", "thief"));
            Eventually.until(() -> server.snapshot("two").failure().isPresent(), () -> server.snapshot("two"));

            assertThat(server.wordFrom("/api/one")).isEqualTo("one");
            assertThat(server.wordFrom("/api/two")).isEqualTo("two");
            assertThat(server.state("two")).isEqualTo(PackageState.STARTED);
        }
    }

    @Test
    void a_new_package_is_taken_up_and_one_that_is_deleted_goes() throws IOException {
        try (Server server = Server.watching(folder)) {
            write(folder, "late/code/deep/Saying.groovy", "package deep\n" + serviceReturning("late", "hi"));
            awaitSaid(server, "/api/late", "hi");

            write(folder, "late/code/deep/Saying.groovy", "package deep\n" + serviceReturning("late", "again"));
            awaitSaid(server, "/api/late", "again");

            delete(folder.resolve("late"));
            Eventually.until(() -> server.packages.snapshot("late").isEmpty(), server.packages::snapshots);
            assertThat(server.get("/api/late").status()).isEqualTo(404);
        }
    }

    @Test
    void packages_of_a_folder_that_is_deleted_go_and_those_of_one_that_is_made_again_come() throws IOException {
        Path packages = Files.createDirectory(folder.resolve("packages"));
        write(packages, SOURCE, serviceReturning("one", "before"));
        try (Server server = Server.watching(packages)) {
            assertThat(server.wordFrom("/api/one")).isEqualTo("before");

            delete(packages);
            Eventually.until(() -> server.packages.snapshots().isEmpty(), server.packages::snapshots);
            assertThat(server.get("/api/one").status()).isEqualTo(404);

            Files.createDirectory(packages);
            write(packages, SOURCE, serviceReturning("one", "again"));
            awaitSaid(server, "/api/one", "again");
            write(packages, SOURCE, serviceReturning("one", "edited"));
            awaitSaid(server, "/api/one", "edited");
        }
    }

    @Test
    void a_refused_package_that_is_deleted_takes_nothing_from_another_of_its_folders_name() throws IOException {
        write(folder, "a/package.properties", "name = orders\n");
        write(folder, "a/code/Saying.groovy", serviceReturning("one", "one"));
        write(folder, "orders/package.properties", "no-such-key = 1\n");
        try (Server server = Server.watching(folder)) {
            assertThat(server.packages.snapshots()).hasSize(2);

            delete(folder.resolve("orders"));
            Eventually.until(() -> server.packages.snapshots().size() == 1, server.packages::snapshots);

            assertThat(server.wordFrom("/api/one")).isEqualTo("one");
        }
    }

    @Test
    void a_package_whose_name_was_taken_is_taken_up_once_the_name_is_free() throws IOException {
        write(folder, "a/package.properties", "name = same\n");
        write(folder, "a/code/Saying.groovy", serviceReturning("a", "a"));
        write(folder, "b/package.properties", "name = same\n");
        write(folder, "b/code/Saying.groovy", serviceReturning("b", "b"));
        try (Server server = Server.watching(folder)) {
            assertThat(server.get("/api/b").status()).isEqualTo(503);

            write(folder, "a/package.properties", "name = other\n");

            awaitSaid(server, "/api/b", "b");
            assertThat(server.wordFrom("/api/a")).isEqualTo("a");
            Eventually.until(() -> server.state("same") == PackageState.STARTED, server.packages::snapshots);
        }
    }

    @Test
    void what_could_not_start_beside_another_package_starts_once_that_answers_elsewhere_or_is_gone()
            throws IOException {
        write(folder, "a/code/Saying.groovy", serviceReturning("shared", "a"));
        write(folder, "b/code/Saying.groovy", serviceReturning("b", "b"));
        try (Server server = Server.watching(folder)) {
            write(folder, "b/code/Saying.groovy", serviceReturning("shared", "b"));
            write(folder, "c/code/Saying.groovy", serviceReturning("b", "c"));
            Eventually.until(() -> server.snapshot("b").failure().isPresent(), () -> server.snapshot("b"));
            Eventually.until(() -> server.state("c") == PackageState.START_FAILED, server.packages::snapshots);

            write(folder, "a/code/Saying.groovy", serviceReturning("a", "a"));
            awaitSaid(server, "/api/shared", "b");
            awaitSaid(server, "/api/b", "c");

            write(folder, "a/code/Saying.groovy", serviceReturning("b", "a"));
            Eventually.until(() -> server.snapshot("a").failure().isPresent(), () -> server.snapshot("a"));
            delete(folder.resolve("c"));
            awaitSaid(server, "/api/b", "a");
            Eventually.until(() -> server.snapshot("a").failure().isEmpty(), () -> server.snapshot("a"));
        }
    }

    @Test
    void a_descriptor_that_is_mended_by_undoing_the_edit_is_forgiven() throws IOException {
        write(folder, SOURCE, serviceReturning("one", "one"));
        write(folder, "one/package.properties", "version = 1\n");
        try (Server server = Server.watching(folder)) {
            write(folder, "one/package.properties", "verson = 1\n");
            Eventually.until(() -> server.snapshot("one").failure().isPresent(), () -> server.snapshot("one"));

            write(folder, "one/package.properties", "version = 1\n");
            Eventually.until(() -> server.snapshot("one").failure().isEmpty(), () -> server.snapshot("one"));
        }
    }

    @Test
    void a_source_that_is_written_bit_by_bit_never_takes_its_routes_away() throws IOException {
        write(folder, SOURCE, serviceReturning("one", "before"));
        try (Server server = Server.watching(folder)) {
            String text = serviceReturning("one", "after");
            Path file = folder.resolve(SOURCE);
            Files.writeString(file, "");
            assertThat(server.wordFrom("/api/one")).isEqualTo("before");
            for (String line : text.split("(?<=\n)")) {
                Files.writeString(file, line, StandardOpenOption.APPEND);
                assertThat(server.wordFrom("/api/one")).isIn("before", "after");
            }

            awaitSaid(server, "/api/one", "after");
        }
    }

    @Test
    void a_changed_configuration_makes_the_services_anew() throws IOException {
        write(folder, "one/conf/one.properties", "said = before\n");
        write(folder, SOURCE, """
                @org.springframework.web.bind.annotation.RestController
                class Saying {
                    private final Properties properties
                    Saying(Properties properties) { this.properties = properties }
                    @org.springframework.web.bind.annotation.GetMapping('one')
                    Map<String, String> say() { [said: properties.said] }
                }
                """);
        try (Server server = Server.watching(folder)) {
            assertThat(server.wordFrom("/api/one")).isEqualTo("before");

            write(folder, "one/conf/one.properties", "said = after\n");

            awaitSaid(server, "/api/one", "after");
        }
    }

    @Test
    void a_request_in_flight_finishes_on_the_code_that_it_began_with() throws Exception {
        write(folder, SOURCE, """
                import java.util.concurrent.CountDownLatch
                import org.springframework.web.bind.annotation.*
                @RestController
                class Saying {
                    private final Map<String, CountDownLatch> latches
                    Saying(Map<String, String> conf, CountDownLatch[] latches) {
                        this.latches = [entered: latches[0], leave: latches[1]]
                    }
                    @GetMapping('one') Map<String, String> say() {
                        latches.entered.countDown()
                        latches.leave.await()
                        [said: 'before']
                    }
                }
                """);
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        Injectables given = Injectables.none().with(CountDownLatch[].class, new CountDownLatch[] {entered, leave});
        try (Server server = Server.withInjectables(given, folder)) {
            CompletableFuture<String> slow = CompletableFuture.supplyAsync(() -> server.wordFrom("/api/one"));
            entered.await();

            write(folder, SOURCE, serviceReturning("one", "after"));
            server.packages.reload("one");
            assertThat(server.wordFrom("/api/one")).isEqualTo("after");
            leave.countDown();

            assertThat(slow.join()).isEqualTo("before");
        }
    }

    @Test
    void replaced_code_is_garbage() throws IOException {
        write(folder, SOURCE, serviceReturning("one", "before"));
        write(folder, "one/code/Answer.java", "public record Answer(String said) { }");
        write(folder, "one/code/Typed.java", """
                import org.springframework.web.bind.annotation.*;
                @RestController
                public class Typed {
                    @PostMapping("typed") public Answer say(@RequestBody Answer answer) {
                        return new Answer(new Dynamic().joined(answer.said()));
                    }
                }
                """);
        write(folder, "one/code/Dynamic.groovy", """
                class Dynamic {
                    String joined(String first) { [first, 'x'].collect { it }.join('-') }
                }
                """);
        try (Server server = Server.watching(folder)) {
            var old = new WeakReference<>(
                    server.packages.hosted().getFirst().current().orElseThrow().loader());
            assertThat(server.wordFrom("/api/one")).isEqualTo("before");
            String answer = Server.text(
                    server.ask(Method.POST, "/api/typed", "{\"said\":\"a\"}", "Content-Type", "application/json"));
            assertThat(answer).contains("a-x");

            write(folder, SOURCE, serviceReturning("one", "after"));
            awaitSaid(server, "/api/one", "after");

            Eventually.until(
                    () -> {
                        System.gc();
                        return old.get() == null;
                    },
                    () -> "reachable: " + old.get());
        }
    }

    private static void awaitSaid(Server server, String target, String word) {
        Eventually.until(() -> server.wordFrom(target).equals(word), () -> server.packages.snapshots());
    }

    private static void delete(Path tree) throws IOException {
        try (Stream<Path> paths = Files.walk(tree)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) Files.delete(path);
        }
    }
}
