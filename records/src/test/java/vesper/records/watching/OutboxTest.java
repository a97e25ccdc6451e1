package vesper.records.watching;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

@DisplayNameGeneration(ReplaceUnderscores.class)
class OutboxTest {
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-23T12:00:00Z"));
    private final Clock clock = ((InstantSource) now::get).withZone(ZoneOffset.UTC);
    private final MessageCounts tally = new MessageCounts();
    private final Logger logger = (Logger) LoggerFactory.getLogger(Outbox.class);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    /** Never delivers anything, because its executor runs nothing. */
    private final Outbox outbox =
            new Outbox("the callback", _ -> {}, CallTimes.DEFAULTS, _ -> {}, new Semaphore(0), clock, tally);

    /** A message named by its number. */
    private record Numbered(int number) implements Message {
        @Override
        public byte[] json() {
            return new byte[0];
        }

        @Override
        public String name() {
            return "message " + number;
        }

        @Override
        public void over() {}
    }

    @BeforeEach
    void listen() {
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void stop() {
        logger.detachAppender(log);
    }

    private void offer(int from, int to) {
        for (int n = from; n <= to; n++) outbox.offer(new Numbered(n), 2);
    }

    private List<String> said() {
        return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Test
    void the_log_says_how_many_were_skipped_also_where_no_more_come() {
        offer(1, 50);
        assertThat(said()).singleElement().asString().contains("did not get 1 of its messages", "message 3");
        outbox.pump();
        assertThat(said()).hasSize(1);

        now.updateAndGet(before -> before.plus(Duration.ofMinutes(1)));
        outbox.pump();
        assertThat(said()).last().asString().contains("did not get 47 of its messages", "message 50");
        now.updateAndGet(before -> before.plus(Duration.ofMinutes(1)));
        outbox.pump();
        assertThat(said()).hasSize(2);
        assertThat(tally.counts().skipped()).isEqualTo(48);
    }

    @Test
    void the_log_says_how_many_waited_when_a_receiver_is_no_more() {
        offer(1, 5);
        outbox.drop();
        outbox.drop();
        assertThat(said())
                .hasSize(3)
                .anySatisfy(line -> assertThat(line).contains("did not get 2 of its messages", "message 5"))
                .last()
                .asString()
                .contains("is no more, and did not get 2 messages that waited");
    }
}
