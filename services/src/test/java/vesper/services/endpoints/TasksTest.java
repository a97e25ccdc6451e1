package vesper.services.endpoints;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import vesper.documents.Storage;
import vesper.http.Method;
import vesper.services.RunTask;
import vesper.services.TaskRun;
import vesper.services.TaskService;
import vesper.services.collections.BadDeclarationException;
import vesper.services.endpoints.ServedCollections.Answer;
import vesper.testing.Eventually;

@DisplayNameGeneration(ReplaceUnderscores.class)
class TasksTest {
    @TempDir
    Path folder;

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-23T12:00:00Z"));
    private final InstantSource clock = now::get;

    private ServedCollections serving(Object service) throws Exception {
        return new ServedCollections(folder, clock).with(service);
    }

    private static void awaitParts(ServedCollections server, String target, String... parts) {
        Eventually.until(
                () -> List.of(parts).stream()
                        .allMatch(part -> server.get(target).body().contains(part)),
                () -> server.get(target).body());
    }

    public record Sum(List<Integer> numbers, String how) {}

    public record Total(int total) {}

    public record Place(int next, int total) {}

    /** Adds numbers, one after the other. */
    public static class Adding {
        final CountDownLatch open = new CountDownLatch(1);
        final AtomicInteger waiting = new AtomicInteger();
        final AtomicInteger interrupted = new AtomicInteger();
        final ConcurrentLinkedQueue<Integer> seen = new ConcurrentLinkedQueue<>();

        @RunTask
        public Total add(Sum sum, TaskRun run) throws Exception {
            Place place = run.checkpoint(Place.class).orElse(new Place(0, 0));
            for (int i = place.next(); i < sum.numbers().size(); i++) {
                int number = sum.numbers().get(i);
                if (number < 0) throw new IllegalArgumentException("a number is below 0");
                seen.add(number);
                place = new Place(i + 1, place.total() + number);
                run.progress((i + 1.0) / sum.numbers().size(), "added " + number);
                run.checkpoint(place);
                if ("wait".equals(sum.how()) && run.attempt() == 1) await();
            }
            return new Total(place.total());
        }

        private void await() throws InterruptedException {
            waiting.incrementAndGet();
            try {
                open.await();
            } catch (InterruptedException e) {
                interrupted.incrementAndGet();
                throw e;
            }
        }
    }

    @TaskService(collection = "sums", storage = Storage.MEMORY, parallel = 2, expires = "1h")
    public static final class SumsInMemory extends Adding {}

    @TaskService(collection = "sums", parallel = 2, expires = "1h")
    public static final class Sums extends Adding {}

    private static Adding sums(String storage) {
        return storage.equals("memory") ? new SumsInMemory() : new Sums();
    }

    @TaskService(collection = "odd")
    public static final class Odd {
        @RunTask
        public String run(String how, TaskRun run) {
            return switch (how) {
                case "large" -> "x".repeat(2 << 20);
                case "huge" -> "x".repeat(30_000_000);
                case "almost" -> "x".repeat((1 << 20) - 10);
                case "kept" -> {
                    run.checkpoint("x".repeat(2 << 20));
                    yield "";
                }
                case "wordy" -> throw new IllegalStateException("x".repeat(2 << 20));
                case "error" -> throw new AssertionError("not so");
                default -> throw new NoClassDefFoundError("gone");
            };
        }
    }

    @ParameterizedTest
    @CsvSource({
        "large, 'the result has 2097154 bytes; the limit for the whole task is 1048576'",
        "huge, 'the result has 30000002 bytes; the limit for the whole task is 1048576'",
        "almost, 'the result makes a document of 10'",
        "kept, 'the checkpoint has 2097154 bytes; the limit for the whole task is 1048576'",
        "wordy, xxx…",
        "error, not so",
        "missing, gone"
    })
    void a_task_ends_whatever_comes_of_it(String how, String failure) throws Exception {
        try (var server = serving(new Odd())) {
            String task = server.post("/api/odd", "\"" + how + "\"").header("Location");
            awaitParts(server, task, "\"state\":\"FAILED\"", failure);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "durable"})
    void a_task_walks_from_created_to_finished(String storage) throws Exception {
        try (var server = serving(sums(storage))) {
            Answer created = server.post("/api/sums", "{\"numbers\":[1,2,3]}");
            assertThat(created.status()).isEqualTo(201);
            assertThat(created.body())
                    .contains(
                            "\"state\":\"CREATED\"",
                            "\"input\":{\"numbers\":[1,2,3]}",
                            "\"progress\":0.0",
                            "\"expiresAt\":\"2026-11-23T13:00:00Z\"");
            String task = created.header("Location");
            awaitParts(
                    server,
                    task,
                    "\"state\":\"FINISHED\"",
                    "\"result\":{\"total\":6}",
                    "\"progress\":1.0",
                    "\"message\":\"added 3\"",
                    "\"attempts\":1");
        }
    }

    @Test
    void a_task_that_throws_fails_and_may_be_tried_again() throws Exception {
        try (var server = serving(new Sums())) {
            server.put("/api/sums/a", "{\"numbers\":[1,-2]}");
            awaitParts(server, "/api/sums/a", "\"state\":\"FAILED\"", "\"failure\":\"a number is below 0\"");
            assertThat(server.post("/api/sums/a/cancel", "").status()).isEqualTo(409);
            Answer again = server.post("/api/sums/a/retry", "");
            assertThat(again.status()).isEqualTo(200);
            awaitParts(server, "/api/sums/a", "\"state\":\"FAILED\"", "\"attempts\":2");
        }
    }

    @Test
    void one_that_is_tried_again_at_once_is_never_forgotten() throws Exception {
        try (var server = serving(new SumsInMemory())) {
            server.put("/api/sums/a", "{\"numbers\":[-1]}");
            for (int attempt = 1; attempt <= 50; attempt++) {
                awaitParts(server, "/api/sums/a", "\"state\":\"FAILED\"", "\"attempts\":" + attempt + ",");
                server.post("/api/sums/a/retry", "");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "durable"})
    void a_task_is_cancelled_while_it_runs_and_while_it_waits(String storage) throws Exception {
        Adding sums = sums(storage);
        try (var server = serving(sums)) {
            for (String id : List.of("a", "b", "c", "d")) {
                server.put("/api/sums/" + id, "{\"numbers\":[1],\"how\":\"wait\"}");
            }
            Eventually.until(() -> sums.waiting.get() == 2);
            assertThat(server.get("/api/sums/c").body()).contains("\"state\":\"CREATED\"");
            assertThat(server.post("/api/sums/c/cancel", "").body()).contains("\"state\":\"CANCELLED\"");
            assertThat(server.post("/api/sums/a/cancel", "").body()).contains("\"state\":\"CANCELLED\"");
            Eventually.until(() -> sums.interrupted.get() == 1 && sums.waiting.get() == 3);
            server.delete("/api/sums/b");
            Eventually.until(() -> sums.interrupted.get() == 2);
            sums.open.countDown();
            awaitParts(server, "/api/sums/d", "\"state\":\"FINISHED\"");
            assertThat(server.get("/api/sums/a").body()).contains("\"state\":\"CANCELLED\"", "\"result\":null");
            assertThat(server.get("/api/sums/c").body()).contains("\"state\":\"CANCELLED\"", "\"attempts\":0");
            assertThat(server.get("/api/sums/b").status()).isEqualTo(404);
        }
    }

    @Test
    void what_was_interrupted_by_the_end_of_the_server_goes_on_from_its_checkpoint() throws Exception {
        var first = new Sums();
        try (var server = serving(first)) {
            for (String id : List.of("a", "b", "c")) {
                server.put("/api/sums/" + id, "{\"numbers\":[1,2,4],\"how\":\"wait\"}");
            }
            Eventually.until(() -> first.waiting.get() == 2);
        }
        assertThat(first.interrupted).hasValue(2);
        var second = new Sums();
        second.open.countDown();
        try (var server = serving(second)) {
            for (String id : List.of("a", "b")) {
                awaitParts(
                        server,
                        "/api/sums/" + id,
                        "\"state\":\"FINISHED\"",
                        "\"result\":{\"total\":7}",
                        "\"attempts\":2");
            }
            awaitParts(server, "/api/sums/c", "\"state\":\"FINISHED\"", "\"attempts\":1");
        }
        assertThat(second.seen).hasSize(2 + 2 + 3);
    }

    @Test
    void a_task_that_takes_too_long_fails_whether_it_runs_or_waits() throws Exception {
        var sums = new Sums();
        try (var server = serving(sums)) {
            for (String id : List.of("a", "b", "c")) {
                server.put("/api/sums/" + id, "{\"numbers\":[1],\"how\":\"wait\"}");
            }
            Eventually.until(() -> sums.waiting.get() == 2);
            now.updateAndGet(before -> before.plus(Duration.ofHours(1)));
            for (String id : List.of("a", "b", "c")) {
                awaitParts(server, "/api/sums/" + id, "\"state\":\"FAILED\"", "\"failure\":\"the task has expired\"");
            }
            assertThat(sums.interrupted).hasValue(2);
            now.updateAndGet(before -> before.plus(Duration.ofDays(7)));
            Eventually.until(() -> server.get("/api/sums/a").status() == 404);
        }
    }

    @TaskService(collection = "deaf", storage = Storage.MEMORY, parallel = 2)
    public static final class IgnoresInterrupts {
        final CountDownLatch open = new CountDownLatch(1);

        @RunTask
        public void run() {
            boolean isOpen = false;
            while (!isOpen) {
                try {
                    open.await();
                    isOpen = true;
                } catch (InterruptedException _) {
                    // Ignores the interrupt.
                }
            }
        }
    }

    @Test
    void a_task_that_does_not_let_go_keeps_its_place_and_is_seen() throws Exception {
        var deaf = new IgnoresInterrupts();
        try (var server = serving(deaf);
                var log = new LoggedErrors()) {
            for (String id : List.of("a", "b", "c")) server.put("/api/deaf/" + id, "{}");
            awaitParts(server, "/api/deaf/b", "\"state\":\"STARTED\"");
            server.post("/api/deaf/a/cancel", "");
            Eventually.until(() -> server.get("/api/deaf/stats").compact().contains("\"toEnd\":1"));
            assertThat(server.get("/api/deaf/stats").compact())
                    .contains(
                            "\"tasks\":{\"parallel\":2,\"running\":2,\"toEnd\":1,\"toEndSince\":\"2026-11-23T12:00:00Z\"}");
            now.updateAndGet(before -> before.plus(Duration.ofMinutes(1)));
            server.delete("/api/deaf/b");
            Eventually.until(() -> server.get("/api/deaf/stats").compact().contains("\"toEnd\":2"));
            assertThat(server.get("/api/deaf/stats").compact()).contains("\"toEndSince\":\"2026-11-23T12:00:00Z\"");
            assertThat(server.get("/api/deaf/c").body()).contains("\"state\":\"CREATED\"");
            Eventually.until(
                    () -> log.messages().stream().anyMatch(it -> it.startsWith("task a of deaf was asked to end")),
                    log::messages);
            assertThat(log.messages()).noneMatch(it -> it.startsWith("task b of deaf"));
            deaf.open.countDown();
            awaitParts(server, "/api/deaf/c", "\"state\":\"FINISHED\"");
            Eventually.until(() -> server.get("/api/deaf/stats").compact().contains("\"running\":0,\"toEnd\":0}"));
        }
    }

    @Test
    void progress_is_told_while_a_task_runs() throws Exception {
        var sums = new Sums();
        try (var server = serving(sums)) {
            server.put("/api/sums/a", "{\"numbers\":[1,2],\"how\":\"wait\"}");
            awaitParts(server, "/api/sums/a", "\"state\":\"STARTED\"", "\"progress\":0.5", "\"message\":\"added 1\"");
            sums.open.countDown();
            awaitParts(server, "/api/sums/a", "\"state\":\"FINISHED\"");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "PUT|/api/sums/b|{\"numbers\":[\"many\"]}|422",
                "POST|/api/sums|{|400",
                "POST|/api/sums||400",
                "PUT|/api/sums/a|{\"numbers\":[]}|409",
                "PATCH|/api/sums/a|{\"state\":\"CREATED\"}|409",
                "POST|/api/sums/a/cancel||409",
                "POST|/api/sums/a/retry||409",
                "POST|/api/sums/none/cancel||404",
            })
    void what_cannot_be_done_to_a_task_is_refused(String method, String target, String body, int status)
            throws Exception {
        try (var server = serving(new Sums())) {
            server.put("/api/sums/a", "{\"numbers\":[1]}");
            awaitParts(server, "/api/sums/a", "\"state\":\"FINISHED\"");
            String sent = body == null ? "" : body;
            Answer answer = method.equals("PATCH")
                    ? server.patch(target, "application/merge-patch+json", sent)
                    : server.call(Method.valueOf(method), target, sent);
            assertThat(answer.status()).isEqualTo(status);
            assertThat(server.get("/api/sums/a").body()).contains("\"state\":\"FINISHED\"");
        }
    }

    @TaskService(collection = "x")
    public static class DoesNothing {}

    @TaskService(collection = "x")
    public static class DoesItInSecret {
        @RunTask
        void run() {}
    }

    @TaskService(collection = "x", parallel = 0)
    public static class DoesNoneAtATime {
        @RunTask
        public void run() {}
    }

    @TaskService(collection = "x")
    public static class WantsTwo {
        @RunTask
        public void run(String one, String two) {}
    }

    @TaskService(collection = "x", expires = "soon")
    public static class ExpiresSoon {
        @RunTask
        public void run() {}
    }

    static Object[][] wrong() {
        return new Object[][] {
            {new DoesNothing(), "needs exactly one method with @RunTask, not 0"},
            {new DoesItInSecret(), "run must be public and not static"},
            {new DoesNoneAtATime(), "parallel is 1 to 1000, not 0"},
            {new WantsTwo(), "run takes more than one input"},
            {new ExpiresSoon(), "expected a time like 30d"},
        };
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void what_cannot_be_carried_out_is_refused_by_name(Object service, String said) {
        assertThat(catchThrowable(() -> serving(service)))
                .isInstanceOf(BadDeclarationException.class)
                .hasMessageContaining(said);
    }
}
