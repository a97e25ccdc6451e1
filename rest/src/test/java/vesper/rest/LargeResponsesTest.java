package vesper.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import vesper.http.EventLoopSettings;
import vesper.http.HandlerThreads;
import vesper.http.Http2Limits;
import vesper.http.HttpLimits;
import vesper.http.HttpSettings;
import vesper.http.OverloadSettings;
import vesper.rest.controllers.ControllerContext;

/** Responses that take long to serialize. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class LargeResponsesTest {
    private static final HttpSettings ONE_LOOP = new HttpSettings(
            "127.0.0.1",
            0,
            HandlerThreads.VIRTUAL,
            new EventLoopSettings(1, false),
            1,
            Duration.ofSeconds(10),
            HttpSettings.DEFAULTS.drainIdle(),
            Duration.ofSeconds(10),
            HttpLimits.DEFAULTS,
            Http2Limits.DEFAULTS,
            OverloadSettings.DEFAULTS,
            null);

    @RestController
    public static class Texts {
        final CountDownLatch begun = new CountDownLatch(1);
        final AtomicBoolean seen = new AtomicBoolean();

        /** Returns texts until another request has been answered, far more than a response may hold. */
        @GetMapping("until-seen")
        public Iterable<String> untilSeen() {
            return () -> new Iterator<>() {
                @Override
                public boolean hasNext() {
                    begun.countDown();
                    return !seen.get();
                }

                @Override
                public String next() {
                    return "x".repeat(1_000);
                }
            };
        }

        @GetMapping("seen")
        public List<Integer> seen() {
            seen.set(true);
            return List.of(1);
        }
    }

    @Test
    void another_connection_of_the_same_loop_is_served_while_a_large_answer_is_written() throws Exception {
        Texts texts = new Texts();
        try (Wire wire = new Wire(ONE_LOOP, ControllerContext.defaults(Runnable::run), texts);
                Wire.Caller small = wire.call("");
                Wire.Caller large = wire.call(get("until-seen"))) {
            assertThat(texts.begun.await(20, TimeUnit.SECONDS)).isTrue();
            small.send(get("seen"));
            assertThat(small.lineWith("HTTP/1.1")).isEqualTo("HTTP/1.1 200 OK");
            assertThat(large.lineWith("HTTP/1.1")).isEqualTo("HTTP/1.1 200 OK");
        }
    }

    private static String get(String path) {
        return "GET /api/" + path + " HTTP/1.1\r\nHost: a\r\n\r\n";
    }
}
