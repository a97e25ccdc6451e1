package vesper.hosting;

import static org.assertj.core.api.Assertions.assertThat;
import static vesper.hosting.Server.serviceReturning;
import static vesper.hosting.Server.write;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;
import vesper.hosting.installing.Zip;
import vesper.testing.Eventually;

/** Start and stop hooks of services. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class HooksTest {
    private static final String SOURCE = "one/code/Saying.groovy";
    /** Sufficient for each step that does not hang, even on a busy machine. */
    private static final Duration SHORT = Duration.ofSeconds(2);

    private @TempDir Path folder;
    private final List<String> told = new CopyOnWriteArrayList<>();

    /** Returns a service that records its life cycle under this name. */
    private static String telling(String path, String name) {
        return serviceReturning(path, name).replace("@GetMapping", """
                        private final List told
                        Saying(List told) { this.told = told; told << '%1$s made' }
                        @jakarta.annotation.PostConstruct void begin() { told << '%1$s begins' }
                        @jakarta.annotation.PreDestroy void end() { told << '%1$s ends' }
                        @GetMapping""".formatted(name));
    }

    private Server server() throws IOException {
        return server(Duration.ofSeconds(20));
    }

    private Server server(Duration hookTime) throws IOException {
        Injectables given = Injectables.none().with(List.class, told);
        return Server.over(HostingSettings.of(folder).unwatched().withHookTime(hookTime), given);
    }

    @Test
    void a_service_is_told_when_it_starts_and_when_it_stops() throws IOException {
        write(folder, SOURCE, telling("one", "a"));

        try (Server server = server()) {
            assertThat(told).containsExactly("a made", "a begins");

            server.packages.stop("one");
            assertThat(told).containsExactly("a made", "a begins", "a ends");

            server.packages.start("one");
            assertThat(told).endsWith("a made", "a begins");
        }
        assertThat(told).endsWith("a made", "a begins", "a ends");
    }

    @Test
    void a_new_version_starts_before_the_old_one_stops() throws IOException {
        write(folder, SOURCE, telling("one", "old"));
        try (Server server = server()) {
            write(folder, SOURCE, telling("one", "new"));
            server.packages.reload("one");

            Eventually.until(() -> told.contains("old ends"), () -> told);
            assertThat(told).containsExactly("old made", "old begins", "new made", "new begins", "old ends");
        }
    }

    @Test
    void a_service_that_can_be_closed_is_closed_after_its_other_hooks_and_those_of_superclasses_come_last()
            throws IOException {
        write(folder, "one/code/Base.groovy", """
                abstract class Base implements AutoCloseable {
                    List told
                    @jakarta.annotation.PostConstruct void base() { told << 'base begins' }
                    @jakarta.annotation.PreDestroy void baseEnds() { told << 'base ends' }
                    void close() { told << 'closed' }
                }
                """);
        write(folder, SOURCE, """
                @org.springframework.web.bind.annotation.RestController
                class Saying extends Base {
                    Saying(List told) { this.told = told }
                    @jakarta.annotation.PostConstruct private void own() { told << 'own begins' }
                    @jakarta.annotation.PreDestroy private void ownEnds() { told << 'own ends' }
                }
                """);
        try (Server server = server()) {
            assertThat(server.snapshot("one").failure()).isEmpty();
        }
        assertThat(told).containsExactly("base begins", "own begins", "own ends", "base ends", "closed");
    }

    @Test
    void a_start_hook_that_throws_fails_its_package_and_stops_what_had_started() throws IOException {
        write(
                folder,
                "one/code/AFirst.groovy",
                telling("first", "first")
                        .replace("class Saying", "class AFirst")
                        .replace("Saying(List", "AFirst(List"));
        write(
                folder,
                SOURCE,
                telling("one", "x").replace("told << 'x begins'", "throw new IOException('no database')"));

        try (Server server = server()) {
            assertThat(server.state("one")).isEqualTo(PackageState.START_FAILED);
            assertThat(server.snapshot("one").failure())
                    .contains("Saying.begin() (@PostConstruct) threw java.io.IOException: no database");
            assertThat(told).containsExactly("first made", "first begins", "x made", "first ends");
            assertThat(server.get("/api/first").status()).isEqualTo(503);
        }
    }

    @Test
    void a_start_hook_that_throws_leaves_the_old_version_serving() throws IOException {
        write(folder, SOURCE, telling("one", "old"));
        try (Server server = server()) {
            write(folder, SOURCE, telling("one", "new").replace("told << 'new begins'", "throw new Error('no')"));

            assertThat(server.packages.reload("one")).isInstanceOf(PackageChange.Failed.class);

            assertThat(server.wordFrom("/api/one")).isEqualTo("old");
            assertThat(server.state("one")).isEqualTo(PackageState.STARTED);
            assertThat(told).doesNotContain("old ends");
        }
    }

    @Test
    void a_start_hook_that_hangs_is_given_up_and_named_with_its_place() throws IOException {
        write(
                folder,
                SOURCE,
                telling("one", "x")
                        .replace("told << 'x begins'", "new CountDownLatch(1).await()")
                        .replace("import org", "import java.util.concurrent.CountDownLatch\nimport org"));
        write(folder, "two/code/Saying.groovy", serviceReturning("two", "fine"));

        try (Server server = server(SHORT)) {
            assertThat(server.snapshot("one").failure().orElseThrow())
                    .startsWith("Saying.begin() (@PostConstruct) has not returned within 2000 ms (packages.hook-time)")
                    .contains("; currently at ");
            assertThat(server.wordFrom("/api/two")).isEqualTo("fine");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "@RestController public class Asking { static Kind kind = Kind.A; } | new Asking",
                "@RestController public class Asking { @GetMapping @Of(Kind.A) public String asked() { return \"\"; }"
                        + " @Retention(RetentionPolicy.RUNTIME) @interface Of { Kind value(); } }"
                        + " | searching for hooks of Asking",
                "@RestController @Asking.Of(Kind.A) public class Asking { @Retention(RetentionPolicy.RUNTIME)"
                        + " @interface Of { Kind value(); } } | searching for services"
            })
    void a_static_initializer_that_never_ends_is_given_up_and_seen_for_as_long_as_it_runs(String asking, String step)
            throws IOException {
        write(folder, "one/code/Asking.java", """
                import java.lang.annotation.*;
                import org.springframework.web.bind.annotation.*;
                """ + asking);
        write(folder, "one/code/Kind.java", """
                public enum Kind {
                    A;
                    static { while (System.getProperty("vesper.hosting.ends") == null) Thread.onSpinWait(); }
                }""");
        write(folder, "two/code/Saying.groovy", serviceReturning("two", "fine"));

        try (Server server = server(SHORT)) {
            assertThat(server.snapshot("one").failure().orElseThrow())
                    .startsWith(step + " has not returned within 2000 ms (packages.hook-time); currently at ");
            assertThat(server.wordFrom("/api/two")).isEqualTo("fine");
            Eventually.until(() -> !server.packages.longRunningSteps().isEmpty(), server.packages::longRunningSteps);
            assertThat(server.packages.longRunningSteps()).singleElement().satisfies(running -> {
                assertThat(running.packageName()).isEqualTo("one");
                assertThat(running.what()).isEqualTo(step);
                assertThat(running.abandoned()).isTrue();
                assertThat(running.since()).isGreaterThan(Duration.ofSeconds(1));
                assertThat(running.place()).isNotEmpty();
            });
            System.setProperty("vesper.hosting.ends", "now");
            Eventually.until(() -> server.packages.longRunningSteps().isEmpty(), server.packages::longRunningSteps);
        } finally {
            System.clearProperty("vesper.hosting.ends");
        }
    }

    @Test
    void a_constructor_that_hangs_is_given_up_and_named() throws IOException {
        write(folder, SOURCE, serviceReturning("one", "x").replace("@GetMapping", """
                        Saying() { new java.util.concurrent.CountDownLatch(1).await() }
                        @GetMapping"""));

        try (Server server = server(SHORT)) {
            assertThat(server.snapshot("one").failure().orElseThrow()).startsWith("new Saying has not returned");
        }
    }

    @Test
    void stop_hooks_that_throw_or_hang_keep_nobody_from_stopping() throws IOException {
        write(folder, SOURCE, telling("one", "x").replace("told << 'x ends'", "throw new Error('no')"));
        write(
                folder,
                "two/code/Saying.groovy",
                telling("two", "y").replace("told << 'y ends'", "new java.util.concurrent.CountDownLatch(1).await()"));

        try (Server server = server(SHORT)) {
            assertThat(server.packages.stop("one")).isInstanceOf(PackageChange.Done.class);
            assertThat(server.packages.stop("two")).isInstanceOf(PackageChange.Done.class);
            assertThat(server.get("/api/two").status()).isEqualTo(404);
        }
    }

    @Test
    void a_stop_hook_that_ails_the_machine_leaves_no_other_hook_undone() throws IOException {
        write(folder, "one/code/AFirst.groovy", telling("first", "first").replace("Saying", "AFirst"));
        write(folder, SOURCE, telling("one", "x").replace("told << 'x ends'", "throw new OutOfMemoryError('no')"));

        try (Server server = server()) {
            assertThat(server.packages.stop("one")).isInstanceOf(PackageChange.Done.class);
            assertThat(told).endsWith("first ends");
        }
    }

    @Test
    void closing_waits_for_the_stop_hooks_of_code_that_was_replaced() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        write(
                folder,
                SOURCE,
                telling("one", "old")
                        .replace(
                                "Saying(List told) {",
                                "java.util.concurrent.CountDownLatch[] latches\nSaying(List told,"
                                        + " java.util.concurrent.CountDownLatch[] latches) { this.latches = latches; ")
                        .replace(
                                "told << 'old ends'",
                                "latches[0].countDown(); latches[1].await(); told << 'old ends'"));
        Injectables given = Injectables.none()
                .with(List.class, told)
                .with(CountDownLatch[].class, new CountDownLatch[] {entered, leave});
        Server server = Server.over(HostingSettings.of(folder).unwatched(), given);
        write(folder, SOURCE, serviceReturning("one", "new"));
        server.packages.reload("one");
        assertThat(entered.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(server.packages.hasStopHooks()).isTrue();

        CompletableFuture<Void> closing =
                CompletableFuture.runAsync(server::close).thenRun(() -> told.add("closed"));
        leave.countDown();

        closing.get(20, TimeUnit.SECONDS);
        assertThat(told).endsWith("old ends", "closed");
    }

    @Test
    @Timeout(60)
    void the_end_takes_no_longer_than_it_may_though_a_request_and_a_hook_hang() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        write(
                folder,
                SOURCE,
                telling("one", "x")
                        .replace(
                                "Saying(List told) {",
                                "CountDownLatch[] latches\nSaying(List told, CountDownLatch[] latches) {"
                                        + " this.latches = latches; ")
                        .replace("told << 'x ends'", "told << 'x ends'; latches[1].await()")
                        .replace("say() {", "say() { latches[0].countDown(); latches[1].await();")
                        .replace("import org", "import java.util.concurrent.CountDownLatch\nimport org"));
        Injectables given = Injectables.none()
                .with(List.class, told)
                .with(CountDownLatch[].class, new CountDownLatch[] {entered, never});
        Server server = Server.over(HostingSettings.of(folder).unwatched().withHookTime(SHORT), given);
        CompletableFuture<String> hanging = CompletableFuture.supplyAsync(() -> server.wordFrom("/api/one"));
        assertThat(entered.await(20, TimeUnit.SECONDS)).isTrue();

        List<Long> waitedMillis;
        try (WarningsOfServices warnings = new WarningsOfServices()) {
            server.close();
            waitedMillis = warnings.millis();
        }

        // One wait is for the request, one for the hook. Additional time of a busy machine does not count.
        assertThat(waitedMillis).hasSize(2);
        assertThat(waitedMillis.getFirst() + waitedMillis.getLast()).isLessThanOrEqualTo(SHORT.toMillis());
        Eventually.until(() -> told.contains("x ends"), () -> told);
        never.countDown();
        hanging.join();
    }

    /** The warnings about services that do not stop properly, and the waiting times in them. */
    private static final class WarningsOfServices implements AutoCloseable {
        private static final Pattern MILLIS = Pattern.compile("(?:after|within) (\\d+) ms");

        private final Logger logger = (Logger) LoggerFactory.getLogger(RunningServices.class);
        private final ListAppender<ILoggingEvent> events = new ListAppender<>();

        WarningsOfServices() {
            events.start();
            logger.addAppender(events);
        }

        List<Long> millis() {
            return events.list.stream()
                    .flatMap(
                            event -> MILLIS.matcher(event.getFormattedMessage()).results())
                    .map(found -> Long.valueOf(found.group(1)))
                    .toList();
        }

        @Override
        public void close() {
            logger.detachAppender(events);
        }
    }

    @Test
    void who_asks_for_a_change_after_the_end_starts_nothing_that_nobody_would_stop() throws IOException {
        write(folder, SOURCE, telling("one", "x"));
        Server server = server();
        server.close();
        told.clear();
        write(folder, SOURCE, telling("one", "changed"));
        write(folder, "two/code/Saying.groovy", telling("two", "new"));

        byte[] zip = Zip.of("code/Saying.groovy", telling("three", "sent")).bytes();

        assertThat(server.packages.refresh(Set.of("one", "two"), true)).isEmpty();
        assertThat(server.packages.reload("one")).isInstanceOf(PackageChange.ServerStopping.class);
        assertThat(server.packages.start("one")).isInstanceOf(PackageChange.ServerStopping.class);
        assertThat(server.packages.install("three", new ByteArrayInputStream(zip)))
                .isInstanceOf(PackageInstall.ServerStopping.class);

        assertThat(told).isEmpty();
    }

    @Test
    void a_hook_that_takes_arguments_is_refused_by_name() throws IOException {
        write(folder, SOURCE, telling("one", "x").replace("void begin()", "void begin(String what)"));

        try (Server server = server()) {
            assertThat(server.snapshot("one").failure())
                    .contains("Saying.begin() cannot be @PostConstruct: it is static or has parameters");
        }
    }

    @Test
    void a_request_in_flight_is_answered_before_its_service_stops() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch leave = new CountDownLatch(1);
        write(
                folder,
                SOURCE,
                telling("one", "slow")
                        .replace(
                                "Saying(List told) {",
                                "CountDownLatch[] latches\nSaying(List told, CountDownLatch[] latches) {"
                                        + " this.latches = latches; ")
                        .replace("say() {", "say() { latches[0].countDown(); latches[1].await(); told << 'answered';")
                        .replace("import org", "import java.util.concurrent.CountDownLatch\nimport org"));
        Injectables given = Injectables.none()
                .with(List.class, told)
                .with(CountDownLatch[].class, new CountDownLatch[] {entered, leave});
        try (Server server = Server.over(HostingSettings.of(folder).unwatched(), given)) {
            CompletableFuture<String> slow = CompletableFuture.supplyAsync(() -> server.wordFrom("/api/one"));
            assertThat(entered.await(20, TimeUnit.SECONDS)).isTrue();

            write(folder, SOURCE, serviceReturning("one", "new"));
            server.packages.reload("one");
            assertThat(server.wordFrom("/api/one")).isEqualTo("new");
            assertThat(told).doesNotContain("slow ends");
            leave.countDown();

            assertThat(slow.join()).isEqualTo("slow");
            Eventually.until(() -> told.contains("slow ends"), () -> told);
            assertThat(told).containsSubsequence("answered", "slow ends");
        }
    }

    @Test
    void what_depends_on_others_starts_after_them_and_stops_before_them() throws IOException {
        write(folder, "a/package.properties", "depends-on = b\n");
        write(folder, "a/code/Saying.groovy", telling("a", "a"));
        write(folder, "b/code/Saying.groovy", telling("b", "b"));

        try (Server server = server()) {
            assertThat(told).containsExactly("b made", "b begins", "a made", "a begins");

            told.clear();
            server.packages.reload("b");
            Eventually.until(() -> told.contains("b ends"), () -> told);
            assertThat(told).containsExactly("b made", "b begins", "a made", "a begins", "a ends", "b ends");
            told.clear();
        }
        assertThat(told).containsExactly("a ends", "b ends");
    }

    /** Returns a service whose start hook waits for the test. */
    private static String holding(String path, String name) {
        return telling(path, name).replace("told << '%s begins'".formatted(name), """
                        told << '%s begins'
                                vesper.testing.Eventually.until { told.contains('go on') }""".formatted(name));
    }

    private void oneThatHangsAndItsDependent() throws IOException {
        write(folder, SOURCE, holding("one", "held"));
        write(folder, "below/package.properties", "depends-on = one");
        write(folder, "below/code/Saying.groovy", telling("below", "below"));
    }

    @Test
    @Timeout(60)
    void a_server_starts_without_a_package_that_hangs_and_its_dependents_and_gets_them_later() throws Exception {
        oneThatHangsAndItsDependent();
        write(folder, "base/code/Saying.groovy", telling("base", "base"));
        write(folder, "zebra/package.properties", "depends-on = base");
        write(folder, "zebra/code/Saying.groovy", telling("zebra", "zebra"));
        Injectables given = Injectables.none().with(List.class, told);
        HostingSettings settings = HostingSettings.of(folder).unwatched().withHookTime(Duration.ofSeconds(50));

        try (Server server = Server.impatient(settings, given, Duration.ofMillis(100))) {
            assertThat(server.wordFrom("/api/zebra")).isEqualTo("zebra");
            assertThat(server.packages.missing())
                    .extracting(PackageSnapshot::name)
                    .containsExactly("below", "one");
            assertThat(server.get("/api/one").status()).isEqualTo(503);
            assertThat(server.get("/api/below").status()).isEqualTo(503);
            assertThat(server.packages.reload("base")).isInstanceOf(PackageChange.Done.class);

            told.add("go on");

            Eventually.until(() -> server.wordFrom("/api/below").equals("below"), () -> server.snapshot("below"));
            assertThat(server.wordFrom("/api/one")).isEqualTo("held");
            assertThat(server.packages.missing()).isEmpty();
        }
    }

    @Test
    @Timeout(60)
    void of_packages_that_change_together_one_that_hangs_delays_only_its_dependents() throws Exception {
        write(folder, "base/code/Saying.groovy", telling("base", "base"));
        try (Server server = server()) {
            oneThatHangsAndItsDependent();
            write(folder, "two/code/Saying.groovy", telling("two", "two"));
            CompletableFuture<Set<String>> both =
                    CompletableFuture.supplyAsync(() -> server.packages.refresh(Set.of("below", "one", "two"), true));
            Eventually.until(() -> told.contains("held begins"), () -> told);
            Eventually.until(() -> server.wordFrom("/api/two").equals("two"), () -> server.snapshot("two"));

            write(folder, "two/code/Saying.groovy", telling("two", "again"));
            assertThat(server.packages.reload("two")).isInstanceOf(PackageChange.Done.class);
            assertThat(server.wordFrom("/api/two")).isEqualTo("again");
            assertThat(both).isNotDone();

            told.add("go on");
            assertThat(both.get()).isEmpty();
            assertThat(server.wordFrom("/api/below")).isEqualTo("below");
        }
    }

    @Test
    @Timeout(60)
    void of_the_dependents_of_a_package_one_that_hangs_does_not_delay_the_others() throws Exception {
        write(folder, "base/code/Saying.groovy", telling("base", "base"));
        for (String name : List.of("a", "b", "c")) {
            write(folder, name + "/package.properties", "depends-on = " + (name.equals("c") ? "b" : "base"));
            write(folder, name + "/code/Saying.groovy", telling(name, name));
        }
        write(folder, "a/code/Saying.groovy", holding("a", "held"));
        told.add("go on");
        try (Server server = server()) {
            int before = server.snapshot("c").generation();
            told.removeAll(List.of("go on", "held begins"));

            CompletableFuture<PackageChange> again =
                    CompletableFuture.supplyAsync(() -> server.packages.reload("base"));
            Eventually.until(() -> told.contains("held begins"), () -> told);
            Eventually.until(() -> server.snapshot("c").generation() > before, () -> server.snapshot("c"));
            assertThat(server.snapshot("c").state()).isEqualTo(PackageState.STARTED);
            assertThat(again).isNotDone();

            told.add("go on");
            assertThat(again.get()).isInstanceOf(PackageChange.Done.class);
        }
    }

    @Test
    @Timeout(60)
    void while_a_start_hook_takes_long_others_are_changed_and_those_that_are_bound_to_it_wait() throws Exception {
        write(folder, SOURCE, telling("one", "a"));
        write(folder, "below/package.properties", "depends-on = one");
        write(folder, "below/code/Saying.groovy", telling("below", "below"));
        write(folder, "other/code/Saying.groovy", telling("other", "other"));
        try (Server server = server()) {
            write(folder, SOURCE, holding("one", "held"));
            CompletableFuture<PackageChange> held = CompletableFuture.supplyAsync(() -> server.packages.reload("one"));
            Eventually.until(() -> told.contains("held begins"), () -> told);

            assertThat(server.packages.stop("other")).isInstanceOf(PackageChange.Done.class);
            assertThat(server.packages.start("other")).isInstanceOf(PackageChange.Done.class);
            write(folder, "other/code/Saying.groovy", telling("other", "changed"));
            assertThat(server.packages.refresh(Set.of("other"), true)).isEmpty();
            assertThat(server.wordFrom("/api/other")).contains("changed");
            byte[] zip = Zip.of("code/Saying.groovy", telling("sent", "sent")).bytes();
            assertThat(server.packages.install("sent", new ByteArrayInputStream(zip)))
                    .isInstanceOf(PackageInstall.Installed.class);
            assertThat(server.packages.delete("sent")).isInstanceOf(PackageChange.Done.class);

            CompletableFuture<PackageChange> bound = new CompletableFuture<>();
            Thread waiting = Thread.ofPlatform().start(() -> bound.complete(server.packages.stop("below")));
            Eventually.until(() -> waiting.getState() == Thread.State.WAITING, waiting::getState);
            assertThat(held).isNotDone();
            assertThat(server.state("below")).isEqualTo(PackageState.STARTED);

            told.add("go on");
            assertThat(held.get(20, TimeUnit.SECONDS)).isInstanceOf(PackageChange.Done.class);
            assertThat(bound.get(20, TimeUnit.SECONDS)).isInstanceOf(PackageChange.Done.class);
            assertThat(server.state("below")).isEqualTo(PackageState.LOADED);
        }
        assertThat(told.indexOf("below ends")).isGreaterThan(told.indexOf("go on"));
    }

    @Test
    @Timeout(60)
    void what_somebody_else_s_change_has_made_possible_is_done_by_who_has_the_turn() throws Exception {
        write(folder, SOURCE, telling("one", "a"));
        try (Server server = server()) {
            write(folder, "second/code/Saying.groovy", telling("one", "second"));
            assertThat(server.packages.refresh(Set.of("second"), true)).isEmpty();
            // Both have the same routes: the second waits until the first has stopped.
            assertThat(server.state("second")).isEqualTo(PackageState.START_FAILED);
            write(folder, "second/code/Saying.groovy", holding("one", "held"));
            CompletableFuture<PackageChange> held =
                    CompletableFuture.supplyAsync(() -> server.packages.reload("second"));
            Eventually.until(() -> told.contains("held begins"), () -> told);
            assertThat(server.packages.stop("one")).isInstanceOf(PackageChange.Done.class);
            told.add("go on");
            assertThat(held.get(20, TimeUnit.SECONDS)).isInstanceOf(PackageChange.Done.class);
            assertThat(server.state("second")).isEqualTo(PackageState.STARTED);
        }
    }

    @Test
    @Timeout(60)
    void while_a_start_hook_takes_long_the_files_of_others_are_watched() throws Exception {
        write(folder, SOURCE, telling("one", "a"));
        write(folder, "other/code/Saying.groovy", telling("other", "other"));
        Injectables given = Injectables.none().with(List.class, told);
        try (Server server = Server.over(HostingSettings.of(folder).withHookTime(Duration.ofSeconds(40)), given)) {
            write(folder, SOURCE, holding("one", "held"));
            Eventually.until(() -> told.contains("held begins"), () -> told);
            write(folder, "other/code/Saying.groovy", telling("other", "changed"));
            Eventually.until(() -> told.contains("changed begins"), () -> told);
            assertThat(server.wordFrom("/api/one")).contains("a");
            told.add("go on");
            Eventually.until(() -> server.wordFrom("/api/one").contains("held"), () -> told);
        }
    }
}
