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
final class StreamReader implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(StreamReader.class);

    private static final Duration POLL = Duration.ofMillis(250);
    /** Used while messages exist that the consumer has not delivered. */
    private static final Duration SHORT_POLL = Duration.ofMillis(10);
    /** Time limit for creating the consumer and receiving the first message. */
    private static final Duration START_TIMEOUT = Duration.ofSeconds(5);
    /** Time limit for each later message. */
    private static final Duration MESSAGE_TIMEOUT = Duration.ofSeconds(1);
    /** Time after which a request is repeated. Servers that do not lead ignore it, and the leader may have changed. */
    private static final Duration REQUEST_TIMEOUT = Duration.ofMillis(500);

    private final Cluster cluster;
    private final LogStream stream;
    private final LongSupplier lastKnownSequence;
    private final CompletableFuture<IterableConsumer> consumer;
    private final Queue<StreamMessage> fetched = new ArrayDeque<>();
    private @Nullable CompletableFuture<List<StreamMessage>> pendingRequest;
    private long requestedAtNanos;

    private long delivered;
    /**
     * Sequence of the consumer's last message. The consumer also delivers the messages that were requested directly.
     */
    private long consumedSequence;

    /**
     * Starts in the past, so that missing messages are requested at once: a caller may already have waited for them.
     */
    private long missingSinceNanos = System.nanoTime() - POLL.toNanos();

    private Duration messageTimeout = START_TIMEOUT;

    private StreamReader(
            Cluster cluster,
            LogStream stream,
            long after,
            LongSupplier lastKnownSequence,
            CompletableFuture<IterableConsumer> consumer) {
        this.cluster = cluster;
        this.stream = stream;
        this.delivered = after;
        this.consumedSequence = after;
        this.lastKnownSequence = lastKnownSequence;
        this.consumer = consumer;
    }

    /** @param lastKnownSequence the highest sequence that the stream is known to have */
    static StreamReader open(Cluster cluster, LogStream stream, long after, LongSupplier lastKnownSequence) {
        return new StreamReader(
                cluster, stream, after, lastKnownSequence, cluster.requestAsync(() -> stream.consumer(after)));
    }

    /**
     * Waits briefly for the next message.
     *
     * @return empty if no new message has arrived
     * @throws IOException if there is no consumer, or it delivers nothing; the caller may start another reading
     */
    Optional<StreamMessage> next() throws IOException, JetStreamStatusCheckedException, InterruptedException {
        collectResponse();
        StreamMessage next = fetched.isEmpty() ? nextFromConsumer() : fetched.remove();
        if (next == null || next.sequence() <= delivered) return Optional.empty();
        delivered = next.sequence();
        return Optional.of(next);
    }

    private @Nullable StreamMessage nextFromConsumer()
            throws IOException, JetStreamStatusCheckedException, InterruptedException {
        Message message = poll(isBehind() ? SHORT_POLL : POLL);
        long now = System.nanoTime();
        if (message != null) {
            missingSinceNanos = now;
            messageTimeout = MESSAGE_TIMEOUT;
            return recordConsumed(StreamMessage.of(message));
        }
        // The time limit starts when messages begin to lack, not with the last message.
        if (!isBehind()) missingSinceNanos = now;
        long missing = now - missingSinceNanos;
        if (missing > messageTimeout.toNanos()) {
            throw new IOException("the stream ends at entry " + lastKnownSequence.getAsLong()
                    + ", but the consumer delivers none after " + consumedSequence);
        }
        if (missing > POLL.toNanos()) requestMissing();
        return null;
    }

    private boolean isBehind() {
        return lastKnownSequence.getAsLong() > consumedSequence;
    }

    private StreamMessage recordConsumed(StreamMessage message) throws IOException {
        if (message.sequence() <= consumedSequence) {
            throw new IOException("the consumer delivered entry " + message.sequence() + " after " + consumedSequence);
        }
        consumedSequence = message.sequence();
        return message;
    }

    private @Nullable Message poll(Duration wait)
            throws IOException, JetStreamStatusCheckedException, InterruptedException {
        long startedAtNanos = System.nanoTime();
        try {
            Message message =
                    consumer.get(wait.toMillis(), TimeUnit.MILLISECONDS).nextMessage(wait);
            // While the library recreates the consumer, it returns at once.
            boolean isBroken = message == null && System.nanoTime() - startedAtNanos < SHORT_POLL.toNanos();
            if (isBroken) Thread.sleep(SHORT_POLL);
            return message;
        } catch (TimeoutException _) {
            // The consumer is still being created.
            return null;
        } catch (ExecutionException _) {
            Throwable why = consumer.exceptionNow();
            throw new IOException("no consumer could be created: " + why, why);
        }
    }

    private void requestMissing() {
        long now = System.nanoTime();
        boolean isPending = pendingRequest != null && now - requestedAtNanos < REQUEST_TIMEOUT.toNanos();
        long after = delivered;
        if (isPending || lastKnownSequence.getAsLong() <= after) return;
        requestedAtNanos = now;
        pendingRequest = cluster.requestAsync(() -> stream.messagesAfter(after));
    }

    private void collectResponse() {
        if (pendingRequest == null || !pendingRequest.isDone()) return;
        if (pendingRequest.state() == Future.State.SUCCESS) fetched.addAll(pendingRequest.resultNow());
        // An election may be under way, for example.
        else
            LOG.debug(
                    "could not read stream {} after entry {}", stream.name(), delivered, pendingRequest.exceptionNow());
        pendingRequest = null;
    }

    @Override
    public void close() {
        // The consumer may still be in creation.
        var _ = consumer.thenAccept(this::closeConsumer);
    }

    private void closeConsumer(IterableConsumer created) {
        try {
            created.close();
        } catch (Exception failure) {
            LOG.debug("could not close a consumer of {}", stream.name(), failure);
        }
    }
}
