package vesper.http.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import vesper.http.EventLoopSettings;
import vesper.http.Handler;
import vesper.http.HandlerThreads;
import vesper.http.Headers;
import vesper.http.HttpServer;
import vesper.http.HttpSettings;
import vesper.http.HttpVersion;
import vesper.http.Method;
import vesper.http.Request;
import vesper.http.Response;
import vesper.http.TlsSettings;
import vesper.testing.Eventually;

/** Behaviour of a client that does not depend on the protocol. */
@Timeout(60)
@DisplayNameGeneration(ReplaceUnderscores.class)
abstract class ClientContract {
    HttpClient client = HttpClient.builder().build();

    @TempDir
    Path folder;

    /** Returns a builder of a client that speaks the protocol. */
    abstract HttpClient.Builder builder();

    abstract HttpVersion version();

    /** Returns null for plain http. */
    @Nullable
    TlsSettings tls() {
        return null;
    }

    @BeforeEach
    void open() {
        client = builder().build();
    }

    @AfterEach
    void close() {
        client.close();
        assertThat(client.connections()).isZero();
    }

    HttpServer serving(Handler handler) throws Exception {
        return HttpServer.start(settings(HttpSettings.DEFAULTS.handlers(), 2), handler, List.of());
    }

    private HttpSettings settings(HandlerThreads threads, int loops) {
        return new HttpSettings(
                "127.0.0.1",
                0,
                threads,
                new EventLoopSettings(loops, true),
                8,
                Duration.ofSeconds(5),
                HttpSettings.DEFAULTS.drainIdle(),
                Duration.ofSeconds(10),
                HttpSettings.DEFAULTS.limits(),
                HttpSettings.DEFAULTS.http2(),
                HttpSettings.DEFAULTS.overload(),
                tls());
    }

    private String scheme() {
        return tls() == null ? "http" : "https";
    }

    String url(HttpServer server, String path) {
        return scheme() + "://127.0.0.1:" + server.address().getPort() + path;
    }

    private static Response echo(Request request) throws Exception {
        return Response.of(200)
                .header("X-Asked", request.toString())
                .header("X-Agent", String.valueOf(request.headers().firstOrNull("User-Agent")))
                .body(request.body().bytes());
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"CONNECT", "HEAD"},
            value = Method.class)
    void every_method_is_sent_with_its_content_and_its_answer_comes_back(Method method) throws Exception {
        try (HttpServer server = serving(ClientContract::echo)) {
            ClientRequest request = ClientRequest.of(method, java.net.URI.create(url(server, "/a?b=ä#c")));
            ClientResponse response = client.exchange(method == Method.TRACE ? request : request.json("{\"a\":\"ä\"}"));
            assertThat(response.status()).isEqualTo(200);
            assertThat(response.version()).isEqualTo(version());
            assertThat(response.header("X-Asked")).hasValue(method + " /a?b=%C3%A4");
            assertThat(response.header("X-Agent")).hasValue("vesper");
            if (method != Method.TRACE) assertThat(response.text()).isEqualTo("{\"a\":\"ä\"}");
        }
    }

    @ParameterizedTest
    @CsvSource({"HEAD,200", "GET,204", "GET,304"})
    void answers_without_content_end_with_their_head(Method method, int status) throws Exception {
        try (HttpServer server = serving(_ -> Response.of(status).body("1234".getBytes(UTF_8)))) {
            for (int i = 0; i < 3; i++) {
                ClientResponse response =
                        client.exchange(ClientRequest.of(method, java.net.URI.create(url(server, "/"))));
                assertThat(response.status()).isEqualTo(status);
                assertThat(response.body()).isEmpty();
            }
            assertThat(client.connections()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @EnumSource(HandlerThreads.class)
    void a_handler_may_call_its_own_server(HandlerThreads threads) throws Exception {
        HttpSettings settings = settings(threads, 1);
        Handler handler = request -> {
            if (request.path().equals("/inner")) return Response.of(200).body("inner".getBytes(UTF_8));
            String inner = scheme() + "://" + request.headers().firstOrNull("Host") + "/inner";
            if (threads == HandlerThreads.EVENT_LOOP)
                return Response.later(client.send(ClientRequest.get(inner))
                        .thenApply(answer -> Response.of(200).body(answer.body())));
            return Response.of(200)
                    .body(client.exchange(ClientRequest.get(inner)).body());
        };
        try (HttpServer server = HttpServer.start(settings, handler, List.of())) {
            List<CompletableFuture<ClientResponse>> calls = new ArrayList<>();
            // On a pool, handlers that wait for their own server must be fewer than the threads that answer.
            int together = threads == HandlerThreads.PLATFORM ? 4 : 32;
            try (HttpClient outside = builder()
                    .limits(ClientLimits.DEFAULTS.withConnections(together).withStreams(1))
                    .build()) {
                for (int i = 0; i < 200; i++) calls.add(outside.send(ClientRequest.get(url(server, "/outer"))));
                for (var call : calls)
                    assertThat(call.get(20, TimeUnit.SECONDS).text()).isEqualTo("inner");
            }
        }
    }

    @Test
    void waiting_on_an_event_loop_is_refused() throws Exception {
        CountDownLatch chained = new CountDownLatch(1);
        try (HttpServer server = serving(request -> {
            chained.await();
            return echo(request);
        })) {
            ClientRequest request = ClientRequest.get(url(server, "/"));
            CompletableFuture<String> refusal = client.send(request).thenApply(_ -> {
                try {
                    return client.exchange(request).text();
                } catch (Exception e) {
                    return e.getClass().getSimpleName();
                }
            });
            // An action chained to a completed response runs on the thread that chains it.
            chained.countDown();
            assertThat(refusal.get(20, TimeUnit.SECONDS)).isEqualTo("IllegalStateException");
        }
    }

    @Test
    void content_of_every_kind_arrives_as_it_was() throws Exception {
        byte[] content = new byte[3 << 20];
        new java.util.Random(1).nextBytes(content);
        Path file = Files.write(folder.resolve("content"), content);
        try (HttpServer server = serving(ClientContract::echo)) {
            ClientRequest put = ClientRequest.put(url(server, "/"));
            assertThat(client.exchange(put.body(content)).body()).isEqualTo(content);
            assertThat(client.exchange(put.file(file)).body()).isEqualTo(content);
            assertThat(client.exchange(put.stream(new ByteArrayInputStream(content)))
                            .body())
                    .isEqualTo(content);
            assertThat(client.exchange(put.writing(out -> out.write(content))).body())
                    .isEqualTo(content);

            CompletableFuture<ClientResponse> published;
            try (SubmissionPublisher<ByteBuffer> publisher = new SubmissionPublisher<>()) {
                published = client.send(put.publishing(publisher));
                Eventually.until("it subscribes", publisher::hasSubscribers);
                for (int at = 0; at < content.length; at += 1 << 16)
                    publisher.submit(ByteBuffer.wrap(content, at, Math.min(1 << 16, content.length - at)));
            }
            assertThat(published.get(20, TimeUnit.SECONDS).body()).isEqualTo(content);
            assertThat(client.connections()).isEqualTo(1);
        }
    }

    @Test
    void who_writes_content_is_told_that_nobody_takes_it_any_more() throws Exception {
        CountDownLatch cancelled = new CountDownLatch(2);
        Flow.Publisher<ByteBuffer> silent = subscriber -> subscriber.onSubscribe(new Flow.Subscription() {
            @Override
            public void request(long count) {
                // Nothing is ever published.
            }

            @Override
            public void cancel() {
                cancelled.countDown();
            }
        });
        InputStream endless = new InputStream() {
            @Override
            public int read() throws IOException {
                try {
                    new CountDownLatch(1).await();
                    return 0;
                } catch (InterruptedException e) {
                    throw new InterruptedIOException();
                }
            }

            @Override
            public void close() {
                cancelled.countDown();
            }
        };
        CountDownLatch asked = new CountDownLatch(2);
        try (HttpServer server = serving(request -> {
            asked.countDown();
            return Response.of(200).body(request.body().bytes());
        })) {
            ClientRequest put = ClientRequest.put(url(server, "/"));
            var published = client.send(put.publishing(silent));
            var streamed = client.send(put.stream(endless));
            assertThat(asked.await(20, TimeUnit.SECONDS)).isTrue();
            published.cancel(true);
            streamed.cancel(true);
            assertThat(cancelled.await(20, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void content_of_another_length_than_announced_fails_the_call() throws Exception {
        Path file = Files.writeString(folder.resolve("shrinks"), "12345");
        try (HttpServer server = serving(ClientContract::echo)) {
            ClientRequest request = ClientRequest.put(url(server, "/")).file(file);
            Files.writeString(file, "123");
            assertThatThrownBy(() -> client.exchange(request))
                    .isInstanceOf(RequestContentException.class)
                    .hasMessageContaining("3 bytes were written of the 5 announced");
        }
    }

    @Test
    void content_that_its_server_is_asked_for_first_is_sent_when_it_is_wanted_and_not_when_it_is_not()
            throws Exception {
        AtomicInteger begun = new AtomicInteger();
        try (HttpServer server = serving(request -> request.path().equals("/no")
                ? Response.of(403)
                : Response.of(200).body(request.body().bytes()))) {
            ClientRequest put = ClientRequest.put(url(server, "/no")).askingFirst();
            assertThat(client.exchange(put.writing(out -> {
                                begun.incrementAndGet();
                                out.write(new byte[100_000]);
                            }))
                            .status())
                    .isEqualTo(403);
            assertThat(begun.get()).isZero();
            byte[] content = new byte[300_000];
            ClientRequest wanted = ClientRequest.put(url(server, "/yes")).askingFirst();
            assertThat(client.exchange(wanted.body(content)).body()).isEqualTo(content);
            assertThat(client.exchange(wanted.writing(out -> out.write(content)))
                            .body())
                    .isEqualTo(content);
            assertThat(client.exchange(wanted).status()).isEqualTo(200);
        }
    }

    @Test
    void a_stream_may_be_closed_as_soon_as_it_is_there() throws Exception {
        AtomicInteger gone = new AtomicInteger();
        try (HttpServer server = serving(_ -> Response.of(200).body((OutputStream out) -> {
            try {
                while (true) out.write(new byte[8192]);
            } finally {
                gone.incrementAndGet();
            }
        }))) {
            var closed = client.sendForStream(ClientRequest.get(url(server, "/")))
                    .thenAccept(response -> {
                        try {
                            response.close();
                        } catch (java.io.IOException e) {
                            throw new java.io.UncheckedIOException(e);
                        }
                    });
            closed.get(20, TimeUnit.SECONDS);
            Eventually.until("the server stops sending", () -> gone.get() == 1);
        }
    }

    @Test
    void a_reader_that_waits_stops_the_server_from_sending() throws Exception {
        AtomicLong sent = new AtomicLong();
        AtomicReference<Thread> writer = new AtomicReference<>();
        try (HttpServer server = serving(_ -> Response.of(200).body((OutputStream out) -> {
            writer.set(Thread.currentThread());
            byte[] piece = new byte[8192];
            for (int i = 0; i < 8192; i++) {
                out.write(piece);
                sent.addAndGet(piece.length);
            }
        }))) {
            try (StreamedResponse response = client.exchangeForStream(ClientRequest.get(url(server, "/")))) {
                Eventually.until("the writer is held back", () -> isHeldBack(writer.get()));
                assertThat(sent.get()).isLessThan(32 << 20);
                assertThat(response.stream().transferTo(OutputStream.nullOutputStream()))
                        .isEqualTo(8192L * 8192);
            }
            assertThat(client.connections()).isEqualTo(1);
        }
    }

    /**
     * Returns whether the thread waits, and is not only about to continue: a thread that may continue does so by the
     * next check.
     */
    private static boolean isHeldBack(@Nullable Thread writer) {
        if (writer == null) return false;
        for (int look = 0; look < 20; look++) {
            if (writer.getState() != Thread.State.WAITING) return false;
            LockSupport.parkNanos(5_000_000);
        }
        return true;
    }

    @Test
    void the_pool_grows_to_its_bound_queues_to_its_bound_and_then_refuses() throws Exception {
        client = builder()
                .limits(ClientLimits.DEFAULTS.withConnections(3).withStreams(1).withWaiting(2))
                .build();
        CountDownLatch answer = new CountDownLatch(1);
        try (HttpServer server = serving(_ -> {
            answer.await();
            return Response.of(200).body("ok".getBytes(UTF_8));
        })) {
            ClientRequest request = ClientRequest.get(url(server, "/"));
            List<CompletableFuture<ClientResponse>> calls = new ArrayList<>();
            for (int i = 0; i < 5; i++) calls.add(client.send(request));
            assertThatThrownBy(() -> client.exchange(request))
                    .isInstanceOf(TooManyWaitingException.class)
                    .hasMessageContaining("all 3 connections")
                    .hasMessageContaining("2 calls wait");
            Eventually.until("there are three", () -> client.connections() == 3);
            answer.countDown();
            for (var call : calls)
                assertThat(call.get(20, TimeUnit.SECONDS).text()).isEqualTo("ok");
            Eventually.until("the server has them too", () -> server.connections() == 3);
        }
    }

    @Test
    void connections_that_are_not_needed_are_closed_and_the_last_used_is_used_next() throws Exception {
        client = builder()
                .limits(ClientLimits.DEFAULTS.withStreams(1))
                .timeouts(ClientTimeouts.DEFAULTS.withKeepIdle(Duration.ofMillis(500)))
                .build();
        CountDownLatch together = new CountDownLatch(8);
        try (HttpServer server = serving(request -> {
            if (request.path().equals("/together")) {
                together.countDown();
                together.await();
            }
            return Response.of(200);
        })) {
            List<CompletableFuture<ClientResponse>> calls = new ArrayList<>();
            for (int i = 0; i < 8; i++) calls.add(client.send(ClientRequest.get(url(server, "/together"))));
            for (var call : calls) call.get(20, TimeUnit.SECONDS);
            Eventually.until("one is left while one is used", () -> {
                client.send(ClientRequest.get(url(server, "/"))).join();
                return client.connections() == 1;
            });
            Eventually.until("none is left", () -> client.connections() == 0);
        }
    }

    @Test
    void a_call_that_waits_too_long_for_a_connection_says_so() throws Exception {
        client = builder().limits(ClientLimits.DEFAULTS.withConnections(1)).build();
        try (RawServer server = RawServer.running(RawServer.Peer::awaitEnd)) {
            CompletableFuture<ClientResponse> first = client.send(ClientRequest.get(server.url("/")));
            assertThatThrownBy(() ->
                            client.exchange(ClientRequest.get(server.url("/")).timeout(Duration.ofMillis(200))))
                    .isInstanceOf(TimedOutException.class)
                    .hasMessageContaining("it waited for a connection");
            assertThat(first.isDone()).isFalse();
        }
    }

    @Test
    void what_cannot_be_reached_has_a_name() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        assertThatThrownBy(() -> client.exchange(ClientRequest.get("http://127.0.0.1:" + port + "/")))
                .isInstanceOf(NotConnectedException.class)
                .hasMessageContaining("127.0.0.1: Connection refused");
        assertThatThrownBy(() -> client.exchange(ClientRequest.get("http://no-such-host.held.test/")))
                .isInstanceOf(HostNotFoundException.class)
                .hasMessageContaining("no-such-host.held.test");
        assertThat(client.connections()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"301,POST,GET", "302,POST,GET", "303,PUT,GET", "301,PUT,PUT", "307,POST,POST", "308,PATCH,PATCH"})
    void redirects_are_followed_with_the_method_that_their_status_asks_for(int status, Method method, Method then)
            throws Exception {
        client = builder().redirects(Redirects.upTo(5)).build();
        try (HttpServer server = serving(request -> request.path().equals("/from")
                ? Response.of(status).header("Location", "to?x=1")
                : Response.of(200)
                        .body((request + " " + new String(request.body().bytes(), UTF_8)).getBytes(UTF_8)))) {
            ClientResponse response =
                    client.exchange(ClientRequest.of(method, java.net.URI.create(url(server, "/from")))
                            .text("content"));
            assertThat(response.text()).isEqualTo(then + " /to?x=1 " + (then == Method.GET ? "" : "content"));
            assertThat(response.uri()).hasPath("/to");
        }
    }

    @Test
    void redirects_are_not_followed_unasked() throws Exception {
        try (HttpServer server = serving(_ -> Response.of(302).header("Location", "/to"))) {
            assertThat(client.exchange(ClientRequest.get(url(server, "/"))).status())
                    .isEqualTo(302);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "/loop | it is a loop",
                "/more/1 | one more than the 3",
                "file:///etc/passwd | a place that cannot be asked",
                "http://user:secret@localhost/ | a place that cannot be asked",
                "http://[bad | no URI"
            })
    void redirects_that_cannot_be_followed_say_why(String location, String why) throws Exception {
        client = builder().redirects(Redirects.upTo(3)).build();
        AtomicInteger hop = new AtomicInteger();
        try (HttpServer server = serving(request -> Response.of(302)
                .header(
                        "Location",
                        request.path().startsWith("/more") ? "/more/" + hop.incrementAndGet() + "x" : location))) {
            assertThatThrownBy(() -> client.exchange(ClientRequest.get(url(server, "/"))))
                    .isInstanceOf(RedirectRefusedException.class)
                    .hasMessageContaining(why);
        }
    }

    @Test
    void credentials_are_not_carried_to_another_origin() throws Exception {
        client = builder().redirects(Redirects.upTo(3)).build();
        Handler tells = request -> Response.of(200)
                .body((request.headers().contains("Authorization") + " "
                                + request.headers().contains("X-Kept"))
                        .getBytes(UTF_8));
        try (HttpServer other = serving(tells);
                HttpServer server = serving(request -> request.path().equals("/here")
                        ? tells.handle(request)
                        : Response.of(307)
                                .header("Location", request.path().equals("/there") ? url(other, "/") : "/here"))) {
            ClientRequest request = ClientRequest.get(url(server, "/there"))
                    .header("Authorization", "Bearer x")
                    .header("X-Kept", "y");
            assertThat(client.exchange(request).text()).isEqualTo("false true");
            ClientRequest same = ClientRequest.get(url(server, "/")).header("Authorization", "Bearer x");
            assertThat(client.exchange(same).text()).isEqualTo("true false");
        }
    }

    @Test
    void idempotent_calls_are_repeated_as_often_as_asked() throws Exception {
        client = builder()
                .retries(new Retries(3, Duration.ofMillis(1), Duration.ofMillis(20)))
                .build();
        AtomicInteger calls = new AtomicInteger();
        try (HttpServer server = serving(request -> {
            int call = calls.incrementAndGet();
            if (request.path().equals("/later")) return Response.of(503).header("Retry-After", "3600");
            return Response.of(request.path().equals("/never") || call < 3 ? 503 : 200)
                    .header("Retry-After", "0");
        })) {
            assertThat(client.exchange(ClientRequest.get(url(server, "/"))).status())
                    .isEqualTo(200);
            assertThat(calls.getAndSet(0)).isEqualTo(3);
            assertThat(client.exchange(ClientRequest.get(url(server, "/never"))).status())
                    .isEqualTo(503);
            assertThat(calls.getAndSet(0)).isEqualTo(4);
            assertThat(client.exchange(ClientRequest.post(url(server, "/never")))
                            .status())
                    .isEqualTo(503);
            assertThat(calls.getAndSet(0)).isEqualTo(1);
            ClientRequest keyed = ClientRequest.post(url(server, "/never")).header("Idempotency-Key", "k");
            assertThat(client.exchange(keyed).status()).isEqualTo(503);
            assertThat(calls.getAndSet(0)).isEqualTo(4);
            assertThat(client.exchange(ClientRequest.get(url(server, "/later"))).status())
                    .isEqualTo(503);
            assertThat(calls.get()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "deflate"})
    void packed_answers_are_unpacked(String coding) throws Exception {
        byte[] content = "Hello, world! ".repeat(2000).getBytes(UTF_8);
        try (HttpServer server = serving(request -> {
            assertThat(request.headers().first("Accept-Encoding")).hasValue("gzip, deflate");
            return Response.of(200).header("Content-Encoding", coding).body(packed(coding, content));
        })) {
            assertThat(client.exchange(ClientRequest.get(url(server, "/"))).body())
                    .isEqualTo(content);
            try (StreamedResponse streamed = client.exchangeForStream(ClientRequest.get(url(server, "/")))) {
                assertThat(streamed.stream().readAllBytes()).isEqualTo(content);
            }
        }
    }

    @Test
    void an_answer_of_very_many_packed_pieces_is_refused() throws Exception {
        byte[] empty = packed("gzip", new byte[0]);
        ByteArrayOutputStream pieces = new ByteArrayOutputStream();
        for (int i = 0; i < 50_000; i++) pieces.write(empty);
        try (HttpServer server =
                serving(_ -> Response.of(200).header("Content-Encoding", "gzip").body(pieces.toByteArray()))) {
            assertThatThrownBy(() -> client.exchange(ClientRequest.get(url(server, "/"))))
                    .isInstanceOf(MalformedResponseException.class)
                    .hasMessageContaining("more than 64 members");
        }
    }

    @Test
    void an_answer_that_unpacks_to_too_much_is_refused() throws Exception {
        byte[] zeros = packed("gzip", new byte[8 << 20]);
        byte[] noise = new byte[40_000];
        try (HttpServer server =
                serving(_ -> Response.of(200).header("Content-Encoding", "gzip").body(zeros))) {
            assertThatThrownBy(() -> client.exchange(ClientRequest.get(url(server, "/"))))
                    .isInstanceOf(ResponseTooLargeException.class)
                    .hasMessageContaining("more than 100 times");
            try (StreamedResponse streamed = client.exchangeForStream(ClientRequest.get(url(server, "/")));
                    InputStream stream = streamed.stream()) {
                assertThatThrownBy(stream::readAllBytes).isInstanceOf(ResponseTooLargeException.class);
            }
        }
        try (HttpServer server =
                serving(_ -> Response.of(200).header("Content-Encoding", "gzip").body(noise))) {
            assertThatThrownBy(() -> client.exchange(ClientRequest.get(url(server, "/"))))
                    .isInstanceOf(MalformedResponseException.class);
        }
    }

    @Test
    void credentials_that_are_passed_on_stay_with_their_origin() throws Exception {
        client = builder()
                .redirects(Redirects.upTo(3))
                .passingOn(() -> Headers.of(
                        "authorization",
                        "Bearer x",
                        "Cookie",
                        "a=b",
                        "Proxy-Authorization",
                        "c",
                        "traceparent",
                        "00-1"))
                .build();
        Handler tells = request -> Response.of(200)
                .body(List.of("Authorization", "Cookie", "Proxy-Authorization", "traceparent", "User-Agent").stream()
                        .map(name -> String.valueOf(request.headers().contains(name)))
                        .toList()
                        .toString()
                        .getBytes(UTF_8));
        try (HttpServer other = serving(tells);
                HttpServer server = serving(request -> request.path().equals("/here")
                        ? tells.handle(request)
                        : Response.of(307)
                                .header("Location", request.path().equals("/there") ? url(other, "/") : "/here"))) {
            assertThat(client.exchange(ClientRequest.get(url(server, "/"))).text())
                    .isEqualTo("[true, true, true, true, true]");
            assertThat(client.exchange(ClientRequest.get(url(server, "/there"))).text())
                    .isEqualTo("[false, false, false, true, true]");
        }
    }

    private static byte[] packed(String coding, byte[] content) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = coding.equals("gzip") ? new GZIPOutputStream(bytes) : new DeflaterOutputStream(bytes)) {
            out.write(content);
        }
        return bytes.toByteArray();
    }

    @Test
    void fields_of_the_work_at_hand_are_passed_on() throws Exception {
        ThreadLocal<Headers> work = ThreadLocal.withInitial(() -> Headers.NONE);
        client = builder().passingOn(work::get).build();
        try (HttpServer server = serving(request -> Response.of(200)
                .body(String.valueOf(request.headers().firstOrNull("traceparent"))
                        .getBytes(UTF_8)))) {
            assertThat(client.exchange(ClientRequest.get(url(server, "/"))).text())
                    .isEqualTo("null");
            work.set(Headers.of("traceparent", "00-1-2-01"));
            assertThat(client.exchange(ClientRequest.get(url(server, "/"))).text())
                    .isEqualTo("00-1-2-01");
        }
    }

    @Test
    void a_closed_client_fails_its_calls_and_ends_its_threads() throws Exception {
        try (RawServer server = RawServer.running(RawServer.Peer::awaitEnd)) {
            CompletableFuture<ClientResponse> call = client.send(ClientRequest.get(server.url("/")));
            Eventually.until("it is connected", () -> server.open() == 1);
            client.close();
            assertThatThrownBy(() -> call.get(5, TimeUnit.SECONDS)).hasCauseInstanceOf(ClientClosedException.class);
            assertThatThrownBy(() -> client.exchange(ClientRequest.get(server.url("/"))))
                    .isInstanceOf(ClientClosedException.class);
        }
    }
}
