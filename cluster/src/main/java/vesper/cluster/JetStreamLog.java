package vesper.cluster;

import io.nats.client.ConsumeOptions;
import io.nats.client.IterableConsumer;
import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamStatusCheckedException;
import io.nats.client.Message;
import io.nats.client.OrderedConsumerContext;
import io.nats.client.api.DeliverPolicy;
import io.nats.client.api.OrderedConsumerConfiguration;
import io.nats.client.api.PublishAck;
import io.nats.client.impl.Headers;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.documents.CollectionPolicy;
import vesper.documents.SharedLog;

/**
 * The log of a collection as a stream of its own: a document is a subject, so that the servers compare the sequence of its
 * newest message, and the sequence of a change is that of its message, the same for every node.
 */
final class JetStreamLog implements SharedLog {
    private static final Logger LOG = LoggerFactory.getLogger(JetStreamLog.class);

    private static final int WRONG_LAST_SEQUENCE = 10071;
    private static final int WRONG_LAST_SEQUENCE_CONSTANT = 10164;

    private static final int MOST_AHEAD = 2000;
    private static final long EXPIRES_MILLIS = 2000;
    private static final Duration POLL = Duration.ofMillis(250);
    private static final Duration PAUSE = Duration.ofMillis(250);
    private static final Duration LONGEST_SILENCE = Duration.ofSeconds(3);
    private static final byte[] NOTHING = {};

    private final Cluster cluster;
    private final String collection;
    private final Stream stream;
    private final Names names;

    private volatile long told;
    /** Of the stream, as far as anybody has said. */
    private volatile long known;

    private final CountDownLatch closing = new CountDownLatch(1);
    private @Nullable Thread following;

    JetStreamLog(Cluster cluster, Names names, String collection, CollectionPolicy policy, int replicas) {
        this.cluster = cluster;
        this.collection = collection;
        this.names = names;
        this.stream = new Stream(cluster, names.stream(collection), names.subjects(collection), policy, replicas);
    }

    @Override
    public CompletableFuture<Outcome> append(Entry entry, long expected, String attempt) {
        return publish(
                names.document(collection, entry.id()),
                () -> EntryForm.headers(entry, expected, attempt),
                entry.body().utf8());
    }

    @Override
    public CompletableFuture<Outcome> mark() {
        return publish(names.mark(collection), Headers::new, NOTHING);
    }

    private CompletableFuture<Outcome> publish(String subject, Supplier<Headers> headers, byte[] body) {
        Optional<String> why = cluster.whyUnsafe();
        if (why.isPresent()) return CompletableFuture.completedFuture(new Outcome.Unknown(why.get()));
        try {
            return cluster.streams()
                    .publishAsync(subject, headers.get(), body)
                    .handle((ack, failure) -> failure == null ? appended(ack) : outcome(failure));
        } catch (IllegalStateException | IllegalArgumentException failure) {
            // The connection is closed, or more waits to be sent than may.
            return CompletableFuture.completedFuture(new Outcome.Unknown(String.valueOf(failure.getMessage())));
        }
    }

    private Outcome appended(PublishAck ack) {
        known = Math.max(known, ack.getSeqno());
        return new Outcome.Appended(ack.getSeqno());
    }

    private static Outcome outcome(Throwable failure) {
        Throwable why = failure;
        while (why.getCause() != null && !(why instanceof JetStreamApiException)) why = why.getCause();
        if (why instanceof JetStreamApiException said) {
            int code = said.getApiErrorCode();
            if (code == WRONG_LAST_SEQUENCE || code == WRONG_LAST_SEQUENCE_CONSTANT) return new Outcome.Conflict();
        }
        return new Outcome.Unknown(why.toString());
    }

    @Override
    public CompletableFuture<Newest> newest() {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        Newest newest = stream.newest();
                        known = Math.max(known, newest.sequence());
                        return newest;
                    } catch (IOException | JetStreamApiException failure) {
                        throw new CompletionException(failure);
                    }
                },
                cluster.questions());
    }

    @Override
    public OptionalLong term() {
        return cluster.leases().term(collection);
    }

    // Following

    @Override
    public synchronized void follow(long after, Follower follower) {
        if (following != null) throw new IllegalStateException("collection " + collection + " is followed already");
        told = after;
        following = Thread.ofPlatform().daemon().name("log " + collection).start(() -> followUntilClosed(follower));
    }

    private void followUntilClosed(Follower follower) {
        String trouble = "";
        try {
            while (!isClosed()) {
                try {
                    stream.ensure();
                    read(follower);
                    trouble = "";
                } catch (IOException
                        | JetStreamApiException
                        | JetStreamStatusCheckedException
                        | RuntimeException failure) {
                    if (isClosed()) return;
                    String said = String.valueOf(failure.getMessage());
                    // Once, since the same comes again until it is over.
                    if (!said.equals(trouble))
                        LOG.warn("the log of {} cannot be read, and is tried again: {}", collection, said);
                    trouble = said;
                    pause();
                }
            }
        } catch (InterruptedException _) {
            LOG.warn("the log of {} is read no more, since its thread was interrupted", collection);
        }
    }

    private boolean isClosed() {
        return closing.getCount() == 0;
    }

    private void pause() throws InterruptedException {
        var _ = closing.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void read(Follower follower)
            throws IOException, JetStreamApiException, JetStreamStatusCheckedException, InterruptedException {
        OrderedConsumerContext consumer = stream.ordered(new OrderedConsumerConfiguration()
                .deliverPolicy(DeliverPolicy.ByStartSequence)
                .startSequence(told + 1));
        ConsumeOptions options = ConsumeOptions.builder()
                .batchSize(MOST_AHEAD)
                .expiresIn(EXPIRES_MILLIS)
                .build();
        IterableConsumer messages = consumer.iterate(options);
        try {
            long heardAt = System.nanoTime();
            while (!isClosed()) {
                Message message = messages.nextMessage(POLL);
                if (message != null) {
                    tell(follower, message);
                    heardAt = System.nanoTime();
                } else if (known > told && System.nanoTime() - heardAt > LONGEST_SILENCE.toNanos()) {
                    throw new IOException("it has " + known + " entries, and after " + told + " none came");
                }
            }
        } finally {
            close(messages);
        }
    }

    private static void close(IterableConsumer messages) throws IOException {
        try {
            messages.close();
        } catch (IOException | RuntimeException failure) {
            throw failure;
        } catch (Exception failure) {
            throw new IOException(failure);
        }
    }

    private void tell(Follower follower, Message message) throws IOException {
        long sequence = message.metaData().streamSequence();
        if (sequence <= told) throw new IOException("entry " + sequence + " came after " + told);
        if (message.getSubject().equals(names.mark(collection))) follower.mark(sequence);
        else follower.entry(sequence, EntryForm.attempt(message), EntryForm.entry(message));
        told = sequence;
        known = Math.max(known, sequence);
    }

    /** Waits until nothing is told any more. An interrupt would close the files that a change is being written to. */
    @Override
    public void close() {
        closing.countDown();
        cluster.leave(collection);
        Thread thread;
        synchronized (this) {
            thread = following;
        }
        if (thread == null || thread.equals(Thread.currentThread())) return;
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
