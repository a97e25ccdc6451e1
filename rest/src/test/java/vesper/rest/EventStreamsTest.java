package vesper.rest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.springframework.http.ResponseEntity;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import vesper.rest.controllers.ControllerContext;
import vesper.testing.Eventually;

/** Server-sent events, from a handler to clients of any behaviour. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class EventStreamsTest {
    private static final String ASK = " HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n";

    @RestController
    public static class Feeds {
        final AtomicReference<SseEmitter> emitter = new AtomicReference<>();
        final CountDownLatch interrupted = new CountDownLatch(1);
        final AtomicInteger ended = new AtomicInteger();
        volatile Consumer<SseEmitter> returned = _ -> {};

        @GetMapping("emitter")
        public SseEmitter emitter() throws Exception {
            SseEmitter made = new SseEmitter();
            made.send("hello");
            made.onCompletion(ended::incrementAndGet);
            emitter.set(made);
            returned.accept(made);
            return made;
        }

        @GetMapping("short")
        public ResponseEntity<SseEmitter> shortOne() {
            SseEmitter made = new SseEmitter(50L);
            made.onTimeout(ended::incrementAndGet);
            return ResponseEntity.ok().header("X-Own", "1").body(made);
        }

        @GetMapping("source")
        public ServerSentEvents source() {
            return events -> {
                events.send("after " + events.lastEventId().orElse("nothing"));
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    interrupted.countDown();
                    throw e;
                }
            };
        }

        @GetMapping("broken")
        public ServerSentEvents broken() {
            return events -> {
                events.send("one");
                throw new IllegalStateException("secret");
            };
        }

        @GetMapping("many")
        public ServerSentEvents many() {
            return events -> {
                for (int i = 0; i < 1000; i++) events.send(Map.of("n", i));
            };
        }
    }

    private final Feeds feeds = new Feeds();

    private static ControllerContext provisions(EventStreams streams) {
        return ControllerContext.defaults(Runnable::run).with(streams);
    }

    private Wire serve(EventStreams streams) throws Exception {
        return new Wire(provisions(streams), feeds);
    }

    private static EventStreams streams() {
        return new EventStreams(10, Duration.ofMillis(20));
    }

    @Test
    void events_arrive_when_they_are_sent_from_any_thread() throws Exception {
        EventStreams streams = streams();
        try (Wire wire = serve(streams);
                Wire.Caller client = wire.call("GET /api/emitter" + ASK)) {
            assertThat(client.lineWith("HTTP")).isEqualTo("HTTP/1.1 200 OK");
            assertThat(client.lineWith("Content-Type")).isEqualTo("Content-Type: text/event-stream");
            assertThat(client.lineWith("data:")).isEqualTo("data:hello");
            SseEmitter emitter = feeds.emitter.get();
            emitter.send(Map.of("a", List.of(1, 2)));
            assertThat(client.lineWith("data:")).isEqualTo("data:{\"a\":[1,2]}");
            emitter.complete();
            assertThat(client.lineWith("0")).isEqualTo("0");
            assertThat(feeds.ended).hasValue(1);
            assertThat(streams.count()).isZero();
        }
    }

    @Test
    void a_stream_without_events_gives_signs_of_life() throws Exception {
        try (Wire wire = serve(streams());
                Wire.Caller client = wire.call("GET /api/source" + ASK)) {
            client.lineWith("data:");
            for (int i = 0; i < 3; i++) assertThat(client.lineWith(":")).isEqualTo(":");
        }
    }

    @Test
    void what_a_client_got_last_is_given_to_the_handler() throws Exception {
        try (Wire wire = serve(streams());
                Wire.Caller client =
                        wire.call("GET /api/source HTTP/1.1\r\nHost: a\r\nLast-Event-ID: 17-\u00fc\r\n\r\n")) {
            assertThat(client.lineWith("data:")).isEqualTo("data:after 17-\u00fc");
        }
    }

    @Test
    void a_handler_is_told_at_once_when_its_client_leaves() throws Exception {
        EventStreams quiet = new EventStreams(10, Duration.ofHours(1));
        try (Wire wire = serve(quiet)) {
            Wire.Caller closing = wire.call("GET /api/source" + ASK);
            closing.lineWith("data:");
            closing.close();
            assertThat(feeds.interrupted.await(10, TimeUnit.SECONDS)).isTrue();

            Wire.Caller resetting = wire.call("GET /api/emitter" + ASK);
            resetting.lineWith("data:");
            resetting.reset();
            Eventually.until("told", () -> feeds.ended.get() == 1);
            assertThatThrownBy(() -> feeds.emitter.get().send("x"))
                    .isInstanceOf(StreamEndedException.class)
                    .hasMessageContaining("the client disconnected");
            Eventually.until("let go", () -> quiet.count() == 0);
        }
    }

    @Test
    void no_more_streams_are_opened_than_there_may_be() throws Exception {
        EventStreams one = new EventStreams(1, Duration.ofHours(1));
        try (Wire wire = serve(one)) {
            Wire.Caller first = wire.call("GET /api/source" + ASK);
            first.lineWith("data:");
            try (Wire.Caller second = wire.call("GET /api/source" + ASK)) {
                assertThat(second.lineWith("HTTP")).startsWith("HTTP/1.1 503");
                assertThat(second.lineWith("Retry-After")).isEqualTo("Retry-After: 5");
            }
            first.close();
            Eventually.until("let go", () -> one.count() == 0);
            try (Wire.Caller third = wire.call("GET /api/source" + ASK)) {
                assertThat(third.lineWith("data:")).isNotEmpty();
            }
        }
    }

    @Test
    void a_server_that_stops_ends_its_streams_so_that_clients_can_tell() throws Exception {
        EventStreams streams = new EventStreams(10, Duration.ofHours(1));
        try (Wire wire = serve(streams);
                Wire.Caller client = wire.call("GET /api/emitter" + ASK)) {
            client.lineWith("data:");
            streams.close();
            assertThat(client.lineWith("0")).isEqualTo("0");
            assertThat(feeds.ended).hasValue(1);
            try (Wire.Caller late = wire.call("GET /api/emitter" + ASK)) {
                assertThat(late.lineWith("HTTP")).startsWith("HTTP/1.1 503");
            }
        }
    }

    @Test
    void a_client_that_does_not_read_holds_up_the_sender_and_not_the_memory() throws Exception {
        try (Wire wire = serve(new EventStreams(10, Duration.ofHours(1)))) {
            Wire.Caller client = wire.call("GET /api/emitter" + ASK);
            // Waits until the handler has returned: before that, a send beyond the limit throws instead of blocking.
            client.lineWith("data:");
            SseEmitter emitter = feeds.emitter.get();
            ServerSentEvent<String> large =
                    ServerSentEvent.builder("x".repeat(100_000)).build();
            AtomicInteger sent = new AtomicInteger();
            AtomicReference<Exception> told = new AtomicReference<>();
            Thread sender = Thread.ofVirtual().start(() -> {
                try {
                    while (true) {
                        emitter.send(large);
                        sent.incrementAndGet();
                    }
                } catch (Exception e) {
                    told.set(e);
                }
            });
            Eventually.until("waits", () -> sender.getState() == Thread.State.WAITING && !emitter.offer(large));
            assertThat(sent.get()).isLessThan(1000);
            client.reset();
            assertThat(sender.join(Duration.ofSeconds(20))).isTrue();
            assertThat(told.get()).isInstanceOf(StreamEndedException.class);
        }
    }

    @Test
    void clients_that_do_not_read_hold_no_more_than_there_may_be_and_those_that_read_go_on() throws Exception {
        EventStreams streams = new EventStreams(100, Duration.ofHours(1), 1 << 20);
        List<SseEmitter> returned = new CopyOnWriteArrayList<>();
        feeds.returned = returned::add;
        ServerSentEvent<String> large =
                ServerSentEvent.builder("x".repeat(100_000)).build();
        EncodedEvent shared = EncodedEvent.of(large);
        try (Wire wire = serve(streams)) {
            // Referenced, because the garbage collector closes unreachable sockets.
            List<Wire.Caller> silent = new ArrayList<>();
            for (int n = 0; n < 40; n++) silent.add(wire.call("GET /api/emitter" + ASK));
            Eventually.until("all are there", () -> returned.size() == 40 && streams.count() == 40);
            AtomicInteger over = new AtomicInteger();
            for (SseEmitter emitter : returned) {
                Thread.ofVirtual().start(() -> {
                    try {
                        while (true) emitter.send(shared);
                    } catch (Exception e) {
                        if (e.getMessage().contains("reads too slowly")) over.incrementAndGet();
                    }
                });
            }
            Eventually.until("some are ended", () -> over.get() >= 20 && streams.count() <= 20);
            Eventually.until("the others have room", () -> streams.heldBytes() <= 1 << 20);

            Wire.Caller reader = wire.call("GET /api/emitter" + ASK);
            reader.lineWith("data:");
            SseEmitter read = returned.getLast();
            for (int n = 0; n < 50; n++) {
                read.send(ServerSentEvent.builder("number " + n).build());
                reader.lineWith("data:number " + n);
            }
            assertThat(read.isOpen()).isTrue();
            reader.close();
            for (Wire.Caller caller : silent) caller.close();
        }
        Eventually.until("nothing is held", () -> streams.heldBytes() == 0);
    }

    @Test
    void every_event_arrives_in_order() throws Exception {
        try (Wire wire = serve(streams());
                Wire.Caller client = wire.call("GET /api/many" + ASK)) {
            for (int i = 0; i < 1000; i++) {
                assertThat(client.lineWith("data:")).isEqualTo("data:{\"n\":" + i + "}");
            }
            assertThat(client.lineWith("0")).isEqualTo("0");
        }
    }

    @Test
    void a_stream_may_have_a_time_of_its_own_and_header_fields() throws Exception {
        try (Wire wire = serve(streams());
                Wire.Caller client = wire.call("GET /api/short" + ASK)) {
            assertThat(client.lineWith("X-Own")).isEqualTo("X-Own: 1");
            assertThat(client.lineWith("0")).isEqualTo("0");
            Eventually.until("told", () -> feeds.ended.get() == 1);
        }
    }

    @Test
    void a_stream_that_fails_is_cut_and_tells_nothing_of_the_cause() throws Exception {
        try (Wire wire = serve(streams());
                Wire.Caller client = wire.call("GET /api/broken" + ASK)) {
            assertThat(client.readToEnd()).contains("data:one").doesNotContain("secret", "\n0\n");
        }
    }

    @Test
    void HEAD_opens_no_stream_and_who_wants_no_events_gets_406() throws Exception {
        EventStreams streams = streams();
        try (Wire wire = serve(streams);
                Wire.Caller head = wire.call("HEAD /api/emitter" + ASK);
                Wire.Caller json =
                        wire.call("GET /api/emitter HTTP/1.1\r\nHost: a\r\nAccept: application/json\r\n\r\n")) {
            assertThat(head.lineWith("Content-Type")).isEqualTo("Content-Type: text/event-stream");
            assertThat(json.lineWith("HTTP")).startsWith("HTTP/1.1 406");
            Eventually.until("closed", () -> !feeds.emitter.get().isOpen());
            assertThat(streams.count()).isZero();
        }
    }

    @Test
    void events_are_written_as_the_standard_has_them() {
        ServerSentEvent<Object> event = ServerSentEvent.builder((Object) "one\ntwo\r\n three\r")
                .id("17")
                .event("tick")
                .retry(Duration.ofSeconds(3))
                .comment("a\nb")
                .build();
        assertThat(text(event))
                .isEqualTo(":a\n:b\nid:17\nevent:tick\nretry:3000\ndata:one\ndata:two\ndata:  three\ndata:\n\n");
        assertThat(text(ServerSentEvent.builder((Object) "").build())).isEqualTo("data:\n\n");
        assertThat(text(ServerSentEvent.builder().id("").build())).isEqualTo("id:\n\n");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> text(ServerSentEvent.builder().id("1\ndata:x").build()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> text(ServerSentEvent.builder().event("a\rb").build()));
    }

    @Test
    void before_a_stream_is_returned_only_so_many_events_can_wait() throws Exception {
        SseEmitter emitter = new SseEmitter();
        for (int i = 0; i < SseEmitter.MAX_QUEUED; i++) emitter.send("x");
        assertThatThrownBy(() -> emitter.send("x")).isInstanceOf(IllegalStateException.class);
        emitter.complete();
        assertThatThrownBy(() -> emitter.send("x")).isInstanceOf(StreamEndedException.class);
    }

    private static String text(ServerSentEvent<?> event) {
        return new String(EventText.of(event, String::valueOf), UTF_8);
    }
}
