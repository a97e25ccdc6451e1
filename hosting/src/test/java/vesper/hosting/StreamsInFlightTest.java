package vesper.hosting;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static vesper.hosting.Server.serviceReturning;
import static vesper.hosting.Server.write;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.ref.WeakReference;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import vesper.http.HttpServer;
import vesper.http.HttpSettings;
import vesper.testing.Eventually;

/** Responses that are being sent when their package is replaced or stopped, on real sockets. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class StreamsInFlightTest {
    private static final String SOURCE = "one/code/Streams.groovy";
    private static final int PATIENCE_MILLIS = 20_000;

    private @TempDir Path folder;
    private final List<String> told = new CopyOnWriteArrayList<>();
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch leave = new CountDownLatch(1);

    /** Returns a service with these members, which can use the test's list and latches. */
    private static String streams(String members) {
        return """
                import java.util.concurrent.CountDownLatch
                import org.springframework.web.bind.annotation.*
                import vesper.rest.*
                @RestController
                class Streams {
                    private final List told
                    private final CountDownLatch entered, leave
                    Streams(List told, CountDownLatch[] latches) {
                        this.told = told
                        entered = latches[0]
                        leave = latches[1]
                    }
                    %s
                }
                """.formatted(members);
    }

    private static final String HOOK = "@jakarta.annotation.PreDestroy void end() { told << 'stopped' }\n";

    private static final String EVENTS = """
            @GetMapping('events') SseEmitter events() {
                def events = new SseEmitter()
                events.onCompletion { told << 'completed' }
                events.send('of ' + %1$s + ' after ' + events.lastEventId().orElse('nothing'))
                events
            }
            """;

    private static final String BODY = """
            @GetMapping(path = 'body', produces = 'text/plain') StreamingBody body() {
                return { out ->
                    out.write('first\\n'.bytes)
                    out.flush()
                    entered.countDown()
                    leave.await()
                    out.write('last\\n'.bytes)
                    told << 'written'
                } as StreamingBody
            }
            """;

    /** Packages behind an HTTP port. */
    private final class Serving implements AutoCloseable {
        final Server server;
        final HttpServer http;

        Serving(Duration hookTime) throws IOException {
            Injectables given = Injectables.none()
                    .with(List.class, told)
                    .with(CountDownLatch[].class, new CountDownLatch[] {entered, leave});
            server = Server.over(HostingSettings.of(folder).unwatched().withHookTime(hookTime), given);
            http = HttpServer.start(HttpSettings.DEFAULTS, server.router, List.of());
        }

        Client get(String path, String... fields) throws IOException {
            return new Client(http.address().getPort(), path, fields);
        }

        @Override
        public void close() {
            leave.countDown();
            http.close();
            server.close();
        }
    }

    private static final class Client implements AutoCloseable {
        private final Socket socket;
        private final BufferedReader in;

        Client(int port, String path, String... fields) throws IOException {
            socket = new Socket("127.0.0.1", port);
            socket.setSoTimeout(PATIENCE_MILLIS);
            in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
            String head = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n"
                    + String.join(
                            "", List.of(fields).stream().map(it -> it + "\r\n").toList()) + "\r\n";
            socket.getOutputStream().write(head.getBytes(UTF_8));
        }

        /** Skips lines up to one with this start, and returns it. */
        String line(String start) throws IOException {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.startsWith(start)) return line;
            }
            throw new AssertionError("no line begins with " + start);
        }

        /** Reads up to the last chunk, which shows that the content is complete. */
        void readToCleanEnd() throws IOException {
            assertThat(line("0")).isEqualTo("0");
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    private Serving serving() throws IOException {
        return new Serving(Duration.ofSeconds(20));
    }

    @Test
    void an_open_stream_of_events_ends_cleanly_when_its_package_is_replaced_and_its_code_is_garbage() throws Exception {
        write(folder, SOURCE, streams(EVENTS.formatted("'old'")));
        try (Serving serving = serving();
                Client client = serving.get("/api/events")) {
            var old = new WeakReference<>(serving.server
                    .packages
                    .hosted()
                    .getFirst()
                    .current()
                    .orElseThrow()
                    .loader());
            assertThat(client.line("data:")).isEqualTo("data:of old after nothing");

            write(folder, SOURCE, streams(EVENTS.formatted("'new'")));
            serving.server.packages.reload("one");

            client.readToCleanEnd();
            Eventually.until(() -> told.contains("completed"), () -> told);
            try (Client again = serving.get("/api/events", "Last-Event-ID: 7")) {
                assertThat(again.line("data:")).startsWith("data:of new");
                Eventually.until(
                        () -> {
                            System.gc();
                            return old.get() == null;
                        },
                        () -> "reachable: " + old.get());
            }
        }
    }

    @Test
    void streams_of_other_packages_go_on() throws Exception {
        write(folder, SOURCE, streams(EVENTS.formatted("'one'")));
        write(folder, "two/code/Two.groovy", """
                import org.springframework.web.bind.annotation.*
                import vesper.rest.*
                @RestController
                class Two {
                    private SseEmitter last
                    @GetMapping('two') SseEmitter events() { last = new SseEmitter(); last.send('begun'); last }
                    @GetMapping('two/send') String send() { last.send('more'); 'sent' }
                }
                """);
        try (Serving serving = serving();
                Client one = serving.get("/api/events");
                Client two = serving.get("/api/two")) {
            one.line("data:");
            two.line("data:");

            serving.server.packages.stop("one");

            one.readToCleanEnd();
            assertThat(serving.server.get("/api/two/send").status()).isEqualTo(200);
            assertThat(two.line("data:")).isEqualTo("data:more");
        }
    }

    @Test
    void what_sends_events_has_ended_before_the_stop_hooks_are_called() throws Exception {
        write(folder, SOURCE, streams(HOOK + """
                @GetMapping('source') ServerSentEvents source() {
                    return { SseEmitter events ->
                        events.send('begun')
                        try {
                            leave.await()
                        } finally {
                            told << 'sender ends'
                        }
                    } as ServerSentEvents
                }
                """));
        try (Serving serving = serving();
                Client client = serving.get("/api/source")) {
            client.line("data:");

            serving.server.packages.stop("one");

            client.readToCleanEnd();
            assertThat(told).containsExactly("sender ends", "stopped");
        }
    }

    @Test
    void a_stream_that_an_older_call_opens_after_its_package_was_replaced_ends_at_once() throws Exception {
        write(folder, SOURCE, streams("""
                @GetMapping('events') SseEmitter events() {
                    entered.countDown()
                    leave.await()
                    def events = new SseEmitter()
                    events.send('late')
                    events
                }
                """));
        try (Serving serving = serving();
                Client client = serving.get("/api/events")) {
            assertThat(entered.await(20, TimeUnit.SECONDS)).isTrue();
            write(folder, SOURCE, serviceReturning("one", "new"));
            serving.server.packages.reload("one");

            leave.countDown();

            assertThat(client.line("HTTP")).isEqualTo("HTTP/1.1 200 OK");
            assertThat(client.line("data:")).isEqualTo("data:late");
            client.readToCleanEnd();
        }
    }

    @Test
    void a_body_that_is_being_written_is_whole_before_the_stop_hooks_are_called() throws Exception {
        write(folder, SOURCE, streams(HOOK + BODY));
        try (Serving serving = serving();
                Client client = serving.get("/api/body")) {
            client.line("first");
            write(folder, SOURCE, serviceReturning("one", "new"));
            serving.server.packages.reload("one");
            assertThat(serving.server.wordFrom("/api/one")).isEqualTo("new");
            assertThat(told).isEmpty();

            leave.countDown();

            assertThat(client.line("last")).isEqualTo("last");
            client.readToCleanEnd();
            Eventually.until(() -> told.contains("stopped"), () -> told);
            assertThat(told).containsExactly("written", "stopped");
        }
    }

    @Test
    void a_package_without_hooks_is_stopped_after_the_bodies_that_it_writes() throws Exception {
        write(folder, SOURCE, streams(BODY));
        try (Serving serving = serving();
                Client client = serving.get("/api/body")) {
            client.line("first");
            CompletableFuture<Void> stop = CompletableFuture.runAsync(() -> {
                serving.server.packages.stop("one");
                told.add("stopped");
            });
            Eventually.until(
                    () -> serving.server.state("one") == PackageState.STOPPING, serving.server.packages::snapshots);
            leave.countDown();
            stop.get(20, TimeUnit.SECONDS);
            assertThat(told).containsExactly("written", "stopped");
            client.readToCleanEnd();
        }
    }

    @Test
    void a_body_that_never_ends_is_waited_for_no_longer_than_a_call() throws Exception {
        write(folder, SOURCE, streams(HOOK + BODY));
        try (Serving serving = new Serving(Duration.ofMillis(200));
                Client client = serving.get("/api/body")) {
            client.line("first");

            serving.server.packages.stop("one");

            assertThat(told).containsExactly("stopped");
        }
    }

    @Test
    void a_body_whose_client_has_left_is_not_waited_for() throws Exception {
        write(folder, SOURCE, streams("""
                @GetMapping(path = 'body', produces = 'text/plain') StreamingBody body() {
                    return { out ->
                        try {
                            while (true) { out.write(('x' * 10_000 + '\\n').bytes); out.flush() }
                        } finally {
                            told << 'ended'
                        }
                    } as StreamingBody
                }
                """ + HOOK));
        try (Serving serving = serving()) {
            try (Client client = serving.get("/api/body")) {
                client.line("x");
            }
            Eventually.until(() -> told.contains("ended"), () -> told);
            serving.server.packages.stop("one");
            assertThat(told).containsExactly("ended", "stopped");
        }
    }
}
