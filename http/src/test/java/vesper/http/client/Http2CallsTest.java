package vesper.http.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static vesper.http.Http2Wire.ACK;
import static vesper.http.Http2Wire.DATA;
import static vesper.http.Http2Wire.GOAWAY;
import static vesper.http.Http2Wire.HEADERS;
import static vesper.http.Http2Wire.PING;
import static vesper.http.Http2Wire.RST_STREAM;
import static vesper.http.Http2Wire.WINDOW_UPDATE;
import static vesper.http.Http2Wire.number;
import static vesper.http.client.Http2Server.INITIAL_WINDOW_SIZE;
import static vesper.http.client.Http2Server.MAX_CONCURRENT_STREAMS;
import static vesper.http.client.Http2Server.status;

import io.netty.handler.codec.http2.Http2Error;
import java.io.OutputStream;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import vesper.http.Headers;
import vesper.http.Http2Wire.Frame;
import vesper.http.HttpServer;
import vesper.http.HttpSettings;
import vesper.http.Response;
import vesper.testing.Eventually;

/** Calls that share connections, with servers that follow the rules of HTTP/2 and use all of them. */
@Timeout(60)
@DisplayNameGeneration(ReplaceUnderscores.class)
class Http2CallsTest {
    private final BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    private HttpClient client = with(ClientTimeouts.DEFAULTS);

    private static HttpClient.Builder builder() {
        return HttpClient.builder().protocol(ClientProtocol.HTTP2);
    }

    private static HttpClient with(ClientTimeouts timeouts) {
        return builder().timeouts(timeouts).build();
    }

    @AfterEach
    void nothing_is_left_open() {
        client.close();
        assertThat(client.connections()).isZero();
    }

    private static String text(CompletableFuture<ClientResponse> call) throws Exception {
        return call.get(20, TimeUnit.SECONDS).text();
    }

    private String seen() {
        try {
            return String.valueOf(seen.poll(20, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            return "interrupted";
        }
    }

    @Test
    void a_connection_is_filled_before_the_pool_opens_another_one() throws Exception {
        CountDownLatch answer = new CountDownLatch(1);
        try (RawServer server = Http2Server.running(
                at -> {
                    int first = at.request();
                    seen.add("first of " + at.number);
                    answer.await();
                    at.answer(first, "ok");
                    while (true) at.answer(at.request(), "ok");
                },
                MAX_CONCURRENT_STREAMS,
                2)) {
            List<CompletableFuture<ClientResponse>> calls = new ArrayList<>();
            for (int i = 0; i < 2; i++) calls.add(client.send(ClientRequest.get(server.url("/"))));
            assertThat(seen()).isEqualTo("first of 1");
            assertThat(client.connections()).isEqualTo(1);
            for (int i = 0; i < 3; i++) calls.add(client.send(ClientRequest.get(server.url("/"))));
            seen();
            seen();
            assertThat(client.connections()).isEqualTo(3);
            answer.countDown();
            for (var call : calls) assertThat(text(call)).isEqualTo("ok");
        }
    }

    @Test
    void a_server_may_allow_more_or_fewer_calls_as_it_goes() throws Exception {
        client = builder().limits(ClientLimits.DEFAULTS.withConnections(1)).build();
        try (RawServer server = Http2Server.running(
                at -> {
                    int first = at.request();
                    at.send(Http2Server.SETTINGS, 0, 0, Http2Server.settings(MAX_CONCURRENT_STREAMS, 3));
                    int second = at.request();
                    int third = at.request();
                    at.send(Http2Server.SETTINGS, 0, 0, Http2Server.settings(MAX_CONCURRENT_STREAMS, 0));
                    for (int each : List.of(first, second, third)) at.answer(each, "ok");
                    at.send(PING, 0, 0, new byte[8]);
                    at.await(PING);
                    seen.add("no fourth before it is allowed");
                    at.send(Http2Server.SETTINGS, 0, 0, Http2Server.settings(MAX_CONCURRENT_STREAMS, 1));
                    at.answer(at.request(), "ok");
                    at.awaitEnd();
                },
                MAX_CONCURRENT_STREAMS,
                1)) {
            List<CompletableFuture<ClientResponse>> calls = new ArrayList<>();
            for (int i = 0; i < 4; i++) calls.add(client.send(ClientRequest.get(server.url("/"))));
            for (var call : calls) assertThat(text(call)).isEqualTo("ok");
            assertThat(seen()).startsWith("no fourth");
        }
    }

    @Test
    void credentials_are_not_kept_in_the_tables_of_those_on_the_way() throws Exception {
        String secret = "s3cr3t-".repeat(30);
        try (RawServer server = Http2Server.running(at -> {
            for (int i = 0; i < 4; i++) {
                Frame head = at.await(HEADERS);
                seen.add(String.valueOf(head.payload.length > 100));
                at.answer(head.stream, "ok");
            }
            at.awaitEnd();
        })) {
            for (String name : List.of("X-Other", "Authorization"))
                for (int i = 0; i < 2; i++)
                    client.exchange(ClientRequest.get(server.url("/")).header(name, secret));
            assertThat(List.of(seen(), seen(), seen(), seen())).containsExactly("true", "false", "true", "true");
        }
    }

    @Test
    void our_own_bound_of_calls_holds_and_the_queue_takes_the_rest() throws Exception {
        client = builder()
                .limits(ClientLimits.DEFAULTS.withConnections(2).withStreams(3).withWaiting(4))
                .build();
        CountDownLatch answer = new CountDownLatch(1);
        try (HttpServer server = HttpServer.start(
                HttpSettings.DEFAULTS,
                _ -> {
                    answer.await();
                    return Response.of(200).body("ok".getBytes(UTF_8));
                },
                List.of())) {
            ClientRequest request =
                    ClientRequest.get("http://127.0.0.1:" + server.address().getPort() + "/");
            // Until the server has announced its limit, the client does not know that three calls share a connection.
            List<CompletableFuture<ClientResponse>> calls = new ArrayList<>();
            calls.add(client.send(request));
            Eventually.until("the first is sent", () -> client.waiting() == 0);
            for (int i = 1; i < 10; i++) calls.add(client.send(request));
            assertThatThrownBy(() -> client.exchange(request)).isInstanceOf(TooManyWaitingException.class);
            Eventually.until("both connections are full", () -> client.waiting() == 4);
            assertThat(client.connections()).isEqualTo(2);
            answer.countDown();
            for (var call : calls) assertThat(text(call)).isEqualTo("ok");
        }
    }

    @Test
    void calls_that_a_leaving_server_has_not_looked_at_are_made_again_whatever_they_ask() throws Exception {
        try (RawServer server = Http2Server.running(at -> {
            int first = at.request();
            if (at.number == 1) {
                int second = at.request();
                at.goAway(first, Http2Error.NO_ERROR, "restart");
                seen.add(at.number + " away");
                // The first byte may have arrived before the second request.
                assertThat(at.contentBytes(first)).isBetween(2, 3);
                assertThat(second).isGreaterThan(first);
            }
            at.answer(first, "from " + at.number);
            at.awaitEnd();
        })) {
            var served = client.send(ClientRequest.post(server.url("/served")).writing(out -> {
                out.write(new byte[1]);
                out.flush();
                assertThat(seen()).isEqualTo("1 away");
                out.write(new byte[2]);
            }));
            Eventually.until("it is sent", () -> client.connections() == 1 && client.waiting() == 0);
            var moved = client.send(ClientRequest.post(server.url("/moved")).text("x"));
            assertThat(text(moved)).isEqualTo("from 2");
            assertThat(text(served)).isEqualTo("from 1");
            Eventually.until("the first connection is closed", () -> client.connections() == 1);
        }
    }

    @Test
    void connections_that_are_leaving_make_room_for_as_many_new_ones() throws Exception {
        CountDownLatch answer = new CountDownLatch(1);
        client = builder().limits(ClientLimits.DEFAULTS.withConnections(1)).build();
        try (RawServer server = Http2Server.running(at -> {
            int first = at.request();
            at.goAway(first, Http2Error.NO_ERROR, "restart");
            seen.add("left " + at.number);
            if (at.number < 3) answer.await();
            at.answer(first, "from " + at.number);
            at.awaitEnd();
        })) {
            var first = client.send(ClientRequest.get(server.url("/")));
            assertThat(seen()).isEqualTo("left 1");
            var second = client.send(ClientRequest.get(server.url("/")));
            assertThat(seen()).isEqualTo("left 2");
            // Two connections are leaving, and a third is opened only after one of them has closed.
            var third = client.send(ClientRequest.get(server.url("/")));
            Eventually.until("it waits", () -> client.waiting() == 1);
            assertThat(client.connections()).isEqualTo(2);
            answer.countDown();
            assertThat(text(first)).isEqualTo("from 1");
            assertThat(text(second)).isEqualTo("from 2");
            assertThat(text(third)).isEqualTo("from 3");
        }
    }

    @Test
    void content_that_can_be_sent_once_is_not_sent_again() throws Exception {
        try (RawServer server = Http2Server.running(at -> {
            at.request();
            at.goAway(0, Http2Error.NO_ERROR, "");
            at.awaitEnd();
        })) {
            var once = new java.io.ByteArrayInputStream(new byte[10]);
            assertThatThrownBy(() -> client.exchange(ClientRequest.post(server.url("/")).stream(once)))
                    .isInstanceOf(ConnectionLostException.class)
                    .hasMessageContaining("the server closed the connection before it looked at it");
            assertThat(server.accepted.get()).isEqualTo(1);
        }
    }

    @Test
    void a_refused_stream_is_tried_again_and_not_for_ever() throws Exception {
        try (RawServer server = Http2Server.running(at -> {
            for (int i = 0; ; i++) {
                Frame head = at.await(HEADERS);
                if (i == 2 && "/once".contentEquals(head.fields.path())) at.answer(head.stream, "in the end");
                else at.reset(head.stream, Http2Error.REFUSED_STREAM);
            }
        })) {
            assertThat(client.exchange(ClientRequest.post(server.url("/once")).text("x"))
                            .text())
                    .isEqualTo("in the end");
            assertThatThrownBy(() -> client.exchange(
                            ClientRequest.post(server.url("/never")).text("x")))
                    .isInstanceOf(ConnectionLostException.class)
                    .hasMessageContaining("the server refused the stream");
            assertThat(server.accepted.get()).isEqualTo(1);
        }
    }

    @Test
    void a_stream_that_the_server_resets_fails_its_call_alone() throws Exception {
        try (RawServer server = Http2Server.running(at -> {
            int first = at.request();
            int second = at.request();
            at.head(first, false, status("200", "content-length", "10"));
            at.data(first, false, "abc");
            at.reset(first, Http2Error.INTERNAL_ERROR);
            at.answer(second, "ok");
            at.awaitEnd();
        })) {
            var reset = client.send(ClientRequest.get(server.url("/a")));
            Eventually.until("it is sent", () -> client.connections() == 1 && client.waiting() == 0);
            var other = client.send(ClientRequest.get(server.url("/b")));
            assertThatThrownBy(() -> reset.get(20, TimeUnit.SECONDS))
                    .cause()
                    .isInstanceOf(ConnectionLostException.class)
                    .hasMessageContaining("GET " + server.url("/a"))
                    .hasMessageContaining("reset the stream with INTERNAL_ERROR after 3 of 10 bytes");
            assertThat(text(other)).isEqualTo("ok");
        }
    }

    @Test
    void a_call_whose_time_is_over_is_cancelled_and_its_connection_goes_on() throws Exception {
        // The last call must be answered within this time.
        client = with(ClientTimeouts.DEFAULTS.withFirstByte(Duration.ofSeconds(2)));
        try (RawServer server = Http2Server.running(at -> {
            at.request();
            seen.add(at.await(RST_STREAM).error().toString());
            int total = at.request();
            seen.add(at.await(RST_STREAM, total).error().toString());
            at.answer(at.request(), "ok");
            at.awaitEnd();
        })) {
            assertThatThrownBy(() -> client.exchange(ClientRequest.get(server.url("/"))))
                    .isInstanceOfSatisfying(
                            TimedOutException.class,
                            e -> assertThat(e.phase()).isEqualTo(TimedOutException.Phase.FIRST_BYTE));
            assertThat(seen()).isEqualTo("CANCEL");
            assertThatThrownBy(() ->
                            client.exchange(ClientRequest.get(server.url("/")).timeout(Duration.ofSeconds(1))))
                    .isInstanceOfSatisfying(
                            TimedOutException.class,
                            e -> assertThat(e.phase()).isEqualTo(TimedOutException.Phase.TOTAL));
            assertThat(seen()).isEqualTo("CANCEL");
            assertThat(client.exchange(ClientRequest.get(server.url("/"))).text())
                    .isEqualTo("ok");
            assertThat(server.accepted.get()).isEqualTo(1);
        }
    }

    @Test
    void a_server_that_is_gone_without_a_word_is_found_out() throws Exception {
        // The second connection must be open within this time.
        client = with(ClientTimeouts.DEFAULTS.withConnect(Duration.ofSeconds(2)));
        try (RawServer server = Http2Server.running(at -> {
            at.request();
            if (at.number == 1) {
                at.await(PING);
                seen.add("asked");
                seen.add(at.awaitEnd());
            } else {
                at.answer(1, "ok");
                at.awaitEnd();
            }
        })) {
            assertThatThrownBy(() ->
                            client.exchange(ClientRequest.get(server.url("/")).timeout(Duration.ofSeconds(2))))
                    .isInstanceOf(TimedOutException.class);
            assertThat(seen()).isEqualTo("asked");
            assertThat(seen()).isEqualTo("NO_ERROR");
            assertThat(client.exchange(ClientRequest.get(server.url("/"))).text())
                    .isEqualTo("ok");
        }
    }

    @Test
    void an_answered_ping_keeps_a_connection_whose_calls_are_slow() throws Exception {
        client = with(ClientTimeouts.DEFAULTS.withIdle(Duration.ofMillis(400)).withConnect(Duration.ofSeconds(20)));
        try (RawServer server = Http2Server.running(at -> {
            int slow = at.request();
            for (int i = 0; i < 3; i++) at.send(PING, ACK, 0, at.await(PING).payload);
            at.answer(slow, "at last");
            at.awaitEnd();
        })) {
            assertThat(client.exchange(ClientRequest.get(server.url("/"))).text())
                    .isEqualTo("at last");
        }
    }

    @Test
    void whoever_loses_interest_resets_the_stream_and_keeps_the_connection() throws Exception {
        try (RawServer server = Http2Server.running(at -> {
            int cancelled = at.request();
            seen.add("asked");
            seen.add(at.await(RST_STREAM, cancelled).error().toString());
            // Frames that were under way are no error.
            at.answer(cancelled, "too late");
            int closed = at.request();
            at.head(closed, false, status("200"));
            at.data(closed, false, "abc");
            seen.add(at.await(RST_STREAM, closed).error().toString());
            at.answer(at.request(), "ok");
            at.awaitEnd();
        })) {
            var cancelled = client.send(ClientRequest.get(server.url("/")));
            assertThat(seen()).isEqualTo("asked");
            cancelled.cancel(true);
            assertThat(seen()).isEqualTo("CANCEL");
            try (StreamedResponse closed = client.exchangeForStream(ClientRequest.get(server.url("/")))) {
                assertThat(closed.stream().read()).isEqualTo('a');
            }
            assertThat(seen()).isEqualTo("CANCEL");
            assertThat(client.exchange(ClientRequest.get(server.url("/"))).text())
                    .isEqualTo("ok");
            assertThat(server.accepted.get()).isEqualTo(1);
        }
    }

    @Test
    void an_answer_that_nobody_reads_holds_up_no_other() throws Exception {
        byte[] large = new byte[5 << 20];
        try (HttpServer server = HttpServer.start(
                HttpSettings.DEFAULTS,
                request -> request.path().equals("/large")
                        ? Response.of(200).body(large)
                        : Response.of(200).body((OutputStream out) -> {
                            while (true) out.write(new byte[8192]);
                        }),
                List.of())) {
            String url = "http://127.0.0.1:" + server.address().getPort();
            List<StreamedResponse> unread = new ArrayList<>();
            for (int i = 0; i < 10; i++) unread.add(client.exchangeForStream(ClientRequest.get(url + "/endless")));
            for (int i = 0; i < 3; i++)
                assertThat(client.exchange(ClientRequest.get(url + "/large")).body())
                        .hasSize(large.length);
            assertThat(client.connections()).isEqualTo(1);
            for (StreamedResponse each : unread) {
                assertThat(each.stream().readNBytes(1 << 20)).hasSize(1 << 20);
                each.close();
            }
            assertThat(client.exchange(ClientRequest.get(url + "/large")).status())
                    .isEqualTo(200);
        }
    }

    @Test
    void a_reader_that_waits_stops_the_server_at_its_window() throws Exception {
        CountDownLatch read = new CountDownLatch(1);
        try (RawServer server = Http2Server.running(at -> {
            int stream = at.request();
            at.head(stream, false, status("200"));
            // Fills the window with pieces that cost far more memory than they contain.
            for (int i = 0; i < 1000; i++) at.data(stream, false, "x");
            for (int left = (256 << 10) - 1000; left > 0; left -= 16_000)
                at.data(stream, false, "x".repeat(Math.min(left, 16_000)));
            at.send(PING, 0, 0, new byte[8]);
            Frame next = at.next();
            while (next.type != PING) {
                if (next.type == WINDOW_UPDATE && next.stream == stream) seen.add("more is wanted unread");
                next = at.next();
            }
            read.countDown();
            at.await(WINDOW_UPDATE, stream);
            at.data(stream, true, "end");
            at.awaitEnd();
        })) {
            try (StreamedResponse response = client.exchangeForStream(ClientRequest.get(server.url("/")))) {
                assertThat(read.await(20, TimeUnit.SECONDS)).isTrue();
                assertThat(response.stream().readAllBytes()).hasSize((256 << 10) + 3);
            }
            assertThat(seen).isEmpty();
        }
    }

    @Test
    void a_server_that_takes_no_content_of_one_request_gets_that_of_others() throws Exception {
        // The other content must be sent without a pause of this length.
        client = with(ClientTimeouts.DEFAULTS.withIdle(Duration.ofSeconds(2)));
        try (RawServer server = Http2Server.running(
                at -> {
                    int stuck = at.request();
                    int other = at.request();
                    at.send(WINDOW_UPDATE, 0, other, number(100_000));
                    at.send(WINDOW_UPDATE, 0, 0, number(100_000));
                    int bytes = at.contentBytes(other);
                    at.answer(other, bytes + " bytes");
                    at.await(RST_STREAM, stuck);
                    seen.add("given up");
                    at.awaitEnd();
                },
                INITIAL_WINDOW_SIZE,
                0)) {
            var stuck = client.send(ClientRequest.put(server.url("/stuck")).body(new byte[100_000]));
            Eventually.until("it is sent", () -> client.connections() == 1 && client.waiting() == 0);
            var other = client.send(ClientRequest.put(server.url("/other")).body(new byte[100_000]));
            assertThat(text(other)).isEqualTo("100000 bytes");
            assertThatThrownBy(() -> stuck.get(20, TimeUnit.SECONDS))
                    .cause()
                    .isInstanceOf(TimedOutException.class)
                    .hasMessageContaining("the server took no more of the request");
            assertThat(seen()).isEqualTo("given up");
        }
    }

    @Test
    void a_window_that_shrinks_below_what_was_sent_is_waited_for() throws Exception {
        try (RawServer server = Http2Server.running(
                at -> {
                    int stream = at.request();
                    assertThat(at.await(DATA).payload).hasSize(10);
                    at.send(Http2Server.SETTINGS, 0, 0, Http2Server.settings(INITIAL_WINDOW_SIZE, 0));
                    at.await(Http2Server.SETTINGS);
                    at.send(WINDOW_UPDATE, 0, stream, number(15));
                    assertThat(at.await(DATA).payload).hasSize(5);
                    at.send(WINDOW_UPDATE, 0, stream, number(5));
                    assertThat(at.await(DATA).ends()).isTrue();
                    at.answer(stream, "ok");
                    at.awaitEnd();
                },
                INITIAL_WINDOW_SIZE,
                10)) {
            assertThat(client.exchange(ClientRequest.put(server.url("/")).body(new byte[20]))
                            .text())
                    .isEqualTo("ok");
        }
    }

    @Test
    void trailers_and_interim_answers_are_understood() throws Exception {
        Headers expected = Headers.of("digest", "abc", "x", "");
        try (RawServer server = Http2Server.running(at -> {
            while (true) {
                int stream = at.request();
                at.head(stream, false, status("103", "link", "</a>"));
                at.head(stream, false, status("100"));
                at.head(stream, false, status("200"));
                at.data(stream, false, "ok");
                var trailers = new io.netty.handler.codec.http2.DefaultHttp2Headers(false);
                trailers.add("digest", "abc").add("x", "");
                at.head(stream, true, trailers);
            }
        })) {
            ClientResponse whole = client.exchange(ClientRequest.get(server.url("/")));
            assertThat(whole.text()).isEqualTo("ok");
            assertThat(whole.trailers()).isEqualTo(expected);
            try (StreamedResponse streamed = client.exchangeForStream(ClientRequest.get(server.url("/")))) {
                assertThat(streamed.stream().readAllBytes()).hasSize(2);
                assertThat(streamed.trailers()).isEqualTo(expected);
            }
        }
    }

    @Test
    void content_waits_for_the_servers_consent_where_it_is_asked_for() throws Exception {
        try (RawServer server = Http2Server.running(at -> {
            Frame asked = at.await(HEADERS);
            seen.add(String.valueOf(asked.fields.get("expect")));
            at.send(PING, 0, 0, new byte[8]);
            // Only the PING reply arrives, and no content.
            while (at.next() instanceof Frame next && next.type != PING) seen.add(String.valueOf(next.type == DATA));
            at.head(asked.stream, false, status("100"));
            at.answer(asked.stream, at.contentBytes(asked.stream) + " bytes");
            // This server sends no 100 Continue, and gets the content all the same.
            int silent = at.request();
            at.answer(silent, at.contentBytes(silent) + " bytes");
            // This server refuses the content.
            int refused = at.request();
            at.head(refused, true, status("417"));
            seen.add(at.await(RST_STREAM, refused).error().toString());
            at.awaitEnd();
        })) {
            ClientRequest put = ClientRequest.put(server.url("/")).askingFirst().body(new byte[30_000]);
            assertThat(client.exchange(put).text()).isEqualTo("30000 bytes");
            assertThat(seen()).isEqualTo("100-continue");
            assertThat(client.exchange(put).text()).isEqualTo("30000 bytes");
            assertThat(client.exchange(put).status()).isEqualTo(417);
            assertThat(seen).doesNotContain("true");
        }
    }

    @Test
    void an_answer_may_come_before_the_request_is_all_sent() throws Exception {
        try (RawServer server = Http2Server.running(at -> {
            int stream = at.request();
            at.answer(stream, "enough");
            seen.add(at.await(RST_STREAM, stream).error().toString());
            at.reset(stream, Http2Error.NO_ERROR);
            at.answer(at.request(), "ok");
            at.awaitEnd();
        })) {
            CountDownLatch never = new CountDownLatch(1);
            var early = client.send(ClientRequest.put(server.url("/")).writing(out -> {
                out.write(new byte[100]);
                out.flush();
                try {
                    never.await();
                } catch (InterruptedException e) {
                    throw new java.io.IOException(e);
                }
            }));
            assertThat(text(early)).isEqualTo("enough");
            assertThat(seen()).isEqualTo("CANCEL");
            assertThat(client.exchange(ClientRequest.get(server.url("/"))).text())
                    .isEqualTo("ok");
            never.countDown();
        }
    }

    @Test
    void a_connection_without_work_says_goodbye() throws Exception {
        client = with(ClientTimeouts.DEFAULTS.withKeepIdle(Duration.ofMillis(300)));
        try (RawServer server = Http2Server.running(at -> {
            at.answer(at.request(), "ok");
            Frame last = at.next();
            while (last.type != GOAWAY) last = at.next();
            seen.add(last.error().toString());
        })) {
            assertThat(client.exchange(ClientRequest.get(server.url("/"))).text())
                    .isEqualTo("ok");
            assertThat(seen()).isEqualTo("NO_ERROR");
            Eventually.until("it is closed", () -> client.connections() == 0);
        }
    }

    @Test
    void an_idle_connection_that_died_is_replaced_for_calls_that_can_be_made_twice() throws Exception {
        try (RawServer server = Http2Server.running(at -> {
            at.answer(at.request(), "ok");
            if (at.number == 2) at.answer(at.request(), "ok");
            else at.request();
        })) {
            assertThat(client.exchange(ClientRequest.get(server.url("/"))).text())
                    .isEqualTo("ok");
            assertThat(client.exchange(ClientRequest.get(server.url("/"))).text())
                    .isEqualTo("ok");
            assertThat(client.exchange(ClientRequest.get(server.url("/"))).text())
                    .isEqualTo("ok");
            assertThat(server.accepted.get()).isEqualTo(2);
        }
    }

    @Test
    void a_lost_connection_fails_every_call_on_it_and_says_why() throws Exception {
        try (RawServer server = Http2Server.running(at -> {
            at.request();
            int second = at.request();
            at.goAway(second, Http2Error.INTERNAL_ERROR, "out of\nmemory");
        })) {
            var first = client.send(ClientRequest.get(server.url("/a")));
            Eventually.until("it is sent", () -> client.connections() == 1 && client.waiting() == 0);
            var second = client.send(ClientRequest.get(server.url("/b")));
            for (var call : List.of(first, second))
                assertThatThrownBy(() -> call.get(20, TimeUnit.SECONDS))
                        .cause()
                        .isInstanceOf(ConnectionLostException.class)
                        .hasMessageContaining(
                                "before any of an answer came, after the server had said INTERNAL_ERROR: out of?memory");
        }
    }

    @Test
    void redirects_and_repetitions_let_the_first_answer_pass() throws Exception {
        client = builder()
                .redirects(Redirects.upTo(3))
                .retries(new Retries(3, Duration.ofMillis(1), Duration.ofMillis(2)))
                .build();
        try (HttpServer server = HttpServer.start(
                HttpSettings.DEFAULTS,
                request -> switch (request.path()) {
                    case "/small" ->
                        Response.of(302).header("Location", "/endless").body(new byte[1000]);
                    case "/endless" ->
                        Response.of(302).header("Location", "/to").body((OutputStream out) -> {
                            while (true) out.write(new byte[8192]);
                        });
                    default -> Response.of(200).body("ok".getBytes(UTF_8));
                },
                List.of())) {
            String url = "http://127.0.0.1:" + server.address().getPort();
            for (int i = 0; i < 5; i++)
                assertThat(client.exchange(ClientRequest.get(url + "/small")).text())
                        .isEqualTo("ok");
            assertThat(client.connections()).isEqualTo(1);
        }
    }

    @Test
    void calls_that_are_cancelled_while_their_contents_wait_for_room_leave_nothing_behind() throws Exception {
        List<WeakReference<ClientRequest>> requests = new ArrayList<>();
        try (RawServer server = Http2Server.running(at -> {
            at.contentFrames(65_535);
            seen.add("no room is left");
            while (true) {
                at.request();
                seen.add("asked");
                at.await(RST_STREAM);
                seen.add("reset");
            }
        })) {
            client.send(ClientRequest.post(server.url("/")).body(new byte[100_000]));
            assertThat(seen()).isEqualTo("no room is left");
            for (int i = 0; i < 20; i++) {
                ClientRequest request = ClientRequest.post(server.url("/")).body(new byte[100_000]);
                requests.add(new WeakReference<>(request));
                var call = client.send(request);
                assertThat(seen()).isEqualTo("asked");
                call.cancel(true);
                assertThat(seen()).isEqualTo("reset");
            }
            Eventually.until("nobody keeps calls that are gone", () -> {
                System.gc();
                return requests.stream().allMatch(each -> each.refersTo(null));
            });
        }
    }

    @Test
    void a_server_gets_no_more_room_while_its_answer_is_not_read() throws Exception {
        int frame = 16 << 10;
        CountDownLatch mayAsk = new CountDownLatch(1);
        try (RawServer server = Http2Server.running(at -> {
            int stream = at.request();
            at.head(stream, false, status("200"));
            // Everything that fits into the window of a stream.
            for (int i = 0; i < 16; i++) at.send(DATA, 0, stream, new byte[frame]);
            at.send(PING, 0, 0, new byte[8]);
            at.await(PING);
            seen.add("all is here");
            assertThat(mayAsk.await(20, TimeUnit.SECONDS)).isTrue();
            at.send(PING, 0, 0, new byte[8]);
            boolean room = false;
            for (Frame next = at.next(); next.type != PING; next = at.next())
                room |= next.type == WINDOW_UPDATE && next.stream == stream;
            seen.add(room ? "room" : "no room");
            while (at.await(WINDOW_UPDATE).stream != stream) {}
            at.data(stream, true, "x");
            at.awaitEnd();
        })) {
            try (StreamedResponse response = client.exchangeForStream(ClientRequest.get(server.url("/")))) {
                assertThat(seen()).isEqualTo("all is here");
                // Enough for the stream to request the backlog, which exceeds its own buffer.
                assertThat(response.stream().readNBytes(3 * frame)).hasSize(3 * frame);
                mayAsk.countDown();
                assertThat(seen()).isEqualTo("no room");
                assertThat(response.stream().readAllBytes()).hasSize(13 * frame + 1);
            }
        }
    }
}
