package vesper.cluster;

import io.nats.client.IterableConsumer;
import io.nats.client.JetStreamStatusCheckedException;
import io.nats.client.Message;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the messages of a stream after a sequence, in order, from a consumer. A consumer lives on one of the stream's
 * servers, whether that leads the stream or not. Creating another one needs the leader of the whole NATS cluster. So
 * while the consumer does not deliver messages that exist, this class requests them one by one from the stream's
 * leader. For use by a single thread.
 */
final class StreamReading implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(StreamReading.class);

    private static final Duration POLL = Duration.ofMillis(250);
    /** Used while messages exist that the consumer has not delivered. */
    private static final Duration SHORT_POLL = Duration.ofMillis(10);
    /** Time limit for creating the consumer and receiving the first message. */
    private static final Duration LONGEST_START = Duration.ofSeconds(5);
    /** Time limit for each later message. */
    private static final Duration LONGEST_GAP = Duration.ofSeconds(1);
    /** Time after which a request is repeated. Servers that do not lead ignore it, and the leader may have changed. */
    private static final Duration LONGEST_ASKED = Duration.ofMillis(500);

    private final Cluster cluster;
    private final Stream stream;
    private final LongSupplier known;
    private final CompletableFuture<IterableConsumer> consumer;
    private final Queue<StreamMessage> answers = new ArrayDeque<>();
    private @Nullable CompletableFuture<List<StreamMessage>> asked;
    private long askedAtNanos;

    private long told;
    /**
     * Sequence of the consumer's last message. The consumer also delivers the messages that were requested directly.
     */
    private long consumed;

    /**
     * Starts in the past, so that missing messages are requested at once: a caller may already have waited for them.
     */
    private long lackingSinceNanos = System.nanoTime() - POLL.toNanos();

    private Duration longestGap = LONGEST_START;

    private StreamReading(
            Cluster cluster,
            Stream stream,
            long after,
            LongSupplier known,
            CompletableFuture<IterableConsumer> consumer) {
        this.cluster = cluster;
        this.stream = stream;
        this.told = after;
        this.consumed = after;
        this.known = known;
        this.consumer = consumer;
    }

    /** @param known the highest sequence that the stream is known to have */
    static StreamReading begin(Cluster cluster, Stream stream, long after, LongSupplier known) {
        return new StreamReading(cluster, stream, after, known, cluster.ask(() -> stream.consumer(after)));
    }

    /**
     * Waits briefly for the next message.
     *
     * @return empty if no new message has arrived
     * @throws IOException if there is no consumer, or it delivers nothing; the caller may start another reading
     */
    Optional<StreamMessage> next() throws IOException, JetStreamStatusCheckedException, InterruptedException {
        takeAnswers();
        StreamMessage next = answers.isEmpty() ? consume() : answers.remove();
        if (next == null || next.sequence() <= told) return Optional.empty();
        told = next.sequence();
        return Optional.of(next);
    }

    private @Nullable StreamMessage consume()
            throws IOException, JetStreamStatusCheckedException, InterruptedException {
        Message message = poll(isLacking() ? SHORT_POLL : POLL);
        long now = System.nanoTime();
        if (message != null) {
            lackingSinceNanos = now;
            longestGap = LONGEST_GAP;
            return consumed(StreamMessage.of(message));
        }
        // The time limit starts when messages begin to lack, not with the last message.
        if (!isLacking()) lackingSinceNanos = now;
        long lacking = now - lackingSinceNanos;
        if (lacking > longestGap.toNanos()) {
            throw new IOException(
                    "it has " + known.getAsLong() + " entries, and a consumer tells none after " + consumed);
        }
        if (lacking > POLL.toNanos()) ask();
        return null;
    }

    private boolean isLacking() {
        return known.getAsLong() > consumed;
    }

    private StreamMessage consumed(StreamMessage message) throws IOException {
        if (message.sequence() <= consumed) {
            throw new IOException("entry " + message.sequence() + " came after " + consumed);
        }
        consumed = message.sequence();
        return message;
    }

    private @Nullable Message poll(Duration wait)
            throws IOException, JetStreamStatusCheckedException, InterruptedException {
        long begun = System.nanoTime();
        try {
            Message message =
                    consumer.get(wait.toMillis(), TimeUnit.MILLISECONDS).nextMessage(wait);
            // While the library recreates the consumer, it returns at once.
            boolean isBroken = message == null && System.nanoTime() - begun < SHORT_POLL.toNanos();
            if (isBroken) Thread.sleep(SHORT_POLL);
            return message;
        } catch (TimeoutException _) {
            // The consumer is still being created.
            return null;
        } catch (ExecutionException _) {
            Throwable why = consumer.exceptionNow();
            throw new IOException("no consumer could be made: " + why, why);
        }
    }

    private void ask() {
        long now = System.nanoTime();
        boolean isAsking = asked != null && now - askedAtNanos < LONGEST_ASKED.toNanos();
        long after = told;
        if (isAsking || known.getAsLong() <= after) return;
        askedAtNanos = now;
        asked = cluster.ask(() -> stream.messages(after));
    }

    private void takeAnswers() {
        if (asked == null || !asked.isDone()) return;
        if (asked.state() == Future.State.SUCCESS) answers.addAll(asked.resultNow());
        // An election may be under way, for example.
        else LOG.debug("stream {} does not say what it has after {}", stream.name(), told, asked.exceptionNow());
        asked = null;
    }

    @Override
    public void close() {
        // The consumer may still be in creation.
        var _ = consumer.thenAccept(this::end);
    }

    private void end(IterableConsumer made) {
        try {
            made.close();
        } catch (Exception failure) {
            LOG.debug("a consumer of {} was not closed", stream.name(), failure);
        }
    }
}
