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
 * The messages of a stream behind a sequence, in order, as a consumer tells them. That lives on one of the servers that have the
 * stream, whichever leads it, and making another one takes the one that leads them all; so while nothing comes that is there,
 * the one that leads the stream is asked for one message after the other. Of one thread.
 */
final class StreamReading implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(StreamReading.class);

    private static final Duration POLL = Duration.ofMillis(250);
    /** While something is there that the consumer has not told. */
    private static final Duration SHORT_POLL = Duration.ofMillis(10);
    /** Until the consumer is made, and the first message comes that is there. */
    private static final Duration LONGEST_START = Duration.ofSeconds(5);
    /** Until the next one comes. */
    private static final Duration LONGEST_GAP = Duration.ofSeconds(1);
    /** Servers that do not lead say nothing, and who leads may have changed since it was asked. */
    private static final Duration LONGEST_ASKED = Duration.ofMillis(500);

    private final Cluster cluster;
    private final Stream stream;
    private final LongSupplier known;
    private final CompletableFuture<IterableConsumer> consumer;
    private final Queue<StreamMessage> answers = new ArrayDeque<>();
    private @Nullable CompletableFuture<List<StreamMessage>> asked;
    private long askedAtNanos;

    private long told;
    /** Told by the consumer, which comes to what was asked for once more. */
    private long consumed;

    /** It begins with a question, since somebody may have waited since the reading before. */
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

    /** @param known up to where the stream goes, as far as anybody has said */
    static StreamReading begin(Cluster cluster, Stream stream, long after, LongSupplier known) {
        return new StreamReading(cluster, stream, after, known, cluster.ask(() -> stream.consumer(after)));
    }

    /**
     * Waits for a moment.
     *
     * @return empty where nothing new came
     * @throws IOException where the consumer tells nothing, or there is none; another reading may go on
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
        // However long nothing was there before, what was appended since is on its way.
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
            // The library does not wait while it makes the consumer again.
            boolean isBroken = message == null && System.nanoTime() - begun < SHORT_POLL.toNanos();
            if (isBroken) Thread.sleep(SHORT_POLL);
            return message;
        } catch (TimeoutException _) {
            // It is being made.
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
        // As while another leader is elected.
        else LOG.debug("stream {} does not say what it has after {}", stream.name(), told, asked.exceptionNow());
        asked = null;
    }

    @Override
    public void close() {
        // It may still be made.
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
