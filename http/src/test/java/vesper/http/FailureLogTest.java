package vesper.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import vesper.testing.Eventually;

/** Log output for repeated failures. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class FailureLogTest {
    private final LogLines log = LogLines.of(FailureLogTest.class);
    private final FailureLog quick =
            new FailureLog(LoggerFactory.getLogger(FailureLogTest.class), Duration.ofMillis(300));

    @AfterEach
    void close() {
        log.close();
    }

    private static IOException here(String message) {
        return new IOException(message);
    }

    @Test
    void the_same_failure_is_told_once_and_then_how_many_more_there_were() {
        for (int i = 0; i < 4313; i++) quick.report("GET /" + i + " failed", here("number " + i));
        assertThat(log.lines()).first().isEqualTo("ERROR GET /0 failed");
        // On a slow machine there is more than one quiet period.
        Eventually.until("all are told", () -> told() == 4313);
        assertThat(log.lines()).hasSizeLessThan(100);
        assertThat(log.lines().getLast())
                .contains(" more like it in 0 s: java.io.IOException at ", "FailureLogTest.here");

        quick.report("GET /again failed", here("again"));
        assertThat(log.lines()).last().isEqualTo("ERROR GET /again failed");
    }

    private long told() {
        return log.lines().stream().mapToLong(FailureLogTest::told).sum();
    }

    private static long told(String line) {
        int more = line.indexOf(" more like it");
        return more < 0
                ? 1
                : Long.parseLong(line.substring("ERROR ".length(), more).replace(",", ""));
    }

    @Test
    void another_class_or_another_place_is_another_failure() {
        FailureLog slow = new FailureLog(LoggerFactory.getLogger(FailureLogTest.class), Duration.ofHours(1));
        for (int i = 0; i < 3; i++) {
            slow.report("first", here(""));
            slow.report("second", new IllegalStateException());
            slow.report("third", new IOException());
        }
        assertThat(log.lines()).isEqualTo(List.of("ERROR first", "ERROR second", "ERROR third"));
    }

    @Test
    void kinds_without_number_are_one_kind() {
        FailureLog slow = new FailureLog(LoggerFactory.getLogger(FailureLogTest.class), Duration.ofHours(1));
        for (int i = 0; i < 10_000; i++) {
            IOException failure = new IOException();
            failure.setStackTrace(new StackTraceElement[] {new StackTraceElement("Made", "up", "Made.java", i)});
            slow.report("made up", failure);
        }
        assertThat(log.lines()).hasSizeLessThan(300);
    }

    @Test
    void who_asks_for_what_fails_again_and_again_does_not_fill_the_log() throws IOException {
        try (LogLines calls = LogLines.of(HandlerCalls.class);
                HttpServer server = Mode.VIRTUAL.start(_ -> {
                    throw new IllegalStateException("a fault");
                });
                Client client = Client.connect(server)) {
            for (int i = 0; i < 100; i++)
                assertThat(client.get("/" + i).status()).isEqualTo(500);
            assertThat(calls.lines()).containsExactly("ERROR GET /0 failed");
        }
    }
}
