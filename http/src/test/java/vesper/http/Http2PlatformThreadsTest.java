package vesper.http;

import static org.assertj.core.api.Assertions.assertThat;
import static vesper.http.Http2Client.DATA;
import static vesper.http.Http2Client.HEADERS;
import static vesper.http.Http2Client.PING;
import static vesper.http.Http2Client.RST_STREAM;
import static vesper.http.Http2Client.SETTINGS;
import static vesper.http.Http2Client.WINDOW_UPDATE;
import static vesper.http.Http2Client.number;

import io.netty.handler.codec.http2.Http2Error;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import vesper.testing.Eventually;

/** Streams whose requests wait for a platform thread, so that their state may change between event loop and handler. */
@DisplayNameGeneration(ReplaceUnderscores.class)
@Timeout(60)
class Http2PlatformThreadsTest {
    private static final HttpSettings ONE_THREAD =
            new TestSettings().platformThreads(1).build();
    private static final int ANSWER_BYTES = 600 << 10;

    private final Semaphore permits = new Semaphore(0);
    private final List<String> handled = new CopyOnWriteArrayList<>();

    private Response handle(Request request) throws InterruptedException {
        handled.add(Request.current().map(Request::path).orElse("nothing"));
        if (request.path().startsWith("/wait")) permits.acquire();
        return request.path().endsWith("large")
                ? Response.of(200).body(new byte[ANSWER_BYTES])
                : EchoHandler.text(200, request.path());
    }

    @Test
    void a_stream_that_is_reset_while_it_waits_is_not_handled() throws Exception {
        try (HttpServer server = Mode.PLATFORM.start(ONE_THREAD, this::handle);
                Http2Client client = Http2Client.connect(server)) {
            int first = client.get("/wait/first");
            Eventually.until("it is handled", () -> handled.size() == 1);
            int left = client.get("/left");
            int last = client.get("/last");
            client.send(RST_STREAM, 0, left, number((int) Http2Error.CANCEL.code()));
            // The PING reply shows that all frames before it were read.
            client.send(PING, 0, 0, new byte[8]).await(PING);
            assertThat(server.exchanges()).isEqualTo(2);
            permits.release();
            assertThat(client.answer(first)).isEqualTo("200 /wait/first");
            assertThat(client.answer(last)).isEqualTo("200 /last");
            assertThat(handled).containsExactly("/wait/first", "/last");
        }
    }

    @Test
    void requests_that_are_reset_while_they_are_held_back_make_room_for_others() throws Exception {
        int streams = 8;
        HttpSettings few = new TestSettings()
                .platformThreads(1)
                .http2(new Http2Limits(streams, 200, Duration.ofSeconds(30)))
                .build();
        try (HttpServer server = Mode.PLATFORM.start(few, this::handle);
                Client other = Client.connect(server);
                Http2Client client = Http2Client.connect(server, 4, 0)) {
            List<Integer> waiting = new ArrayList<>();
            for (int i = 0; i < streams; i++) waiting.add(client.get("/wait/large"));
            // The first two answers are more than may wait for a client, so the pool holds back the requests behind.
            permits.release(streams);
            assertThat(other.get("/other").text()).isEqualTo("/other");
            // Resets the held-back streams first: a reset of an answered stream makes room to handle the next held-back
            // one.
            for (int stream : waiting.reversed())
                client.send(RST_STREAM, 0, stream, number((int) Http2Error.CANCEL.code()));
            client.send(SETTINGS, 0, 0, new byte[] {0, 4, 0, 0, -1, -1})
                    .send(PING, 0, 0, new byte[8])
                    .await(PING);
            List<Integer> next = new ArrayList<>();
            for (int i = 0; i < streams; i++) next.add(client.get("/next"));
            for (int stream : next) assertThat(client.answer(stream)).isEqualTo("200 /next");
        }
    }

    @Test
    void none_is_begun_while_too_much_waits_for_the_client_and_all_are_answered_in_the_end() throws Exception {
        try (HttpServer server = Mode.PLATFORM.start(ONE_THREAD, this::handle);
                Client other = Client.connect(server);
                Http2Client client = Http2Client.connect(server, 4, 0)) {
            for (int i = 0; i < 8; i++) client.get("/wait/large");
            permits.release();
            client.await(HEADERS);
            permits.release();
            client.await(HEADERS);
            // Now 1.2 MB wait. The third handler may have started before that; later requests pass through the pool
            // unhandled.
            permits.release(10);
            assertThat(other.get("/other").text()).isEqualTo("/other");
            assertThat(handled).filteredOn("/wait/large"::equals).hasSizeBetween(2, 3);

            client.send(SETTINGS, 0, 0, new byte[] {0, 4, 0x7f, -1, -1, -1})
                    .send(WINDOW_UPDATE, 0, 0, number(64 << 20));
            for (int ended = 0; ended < 8; ) if (client.await(DATA).ends()) ended++;
            assertThat(handled).filteredOn("/wait/large"::equals).hasSize(8);
        }
    }
}
