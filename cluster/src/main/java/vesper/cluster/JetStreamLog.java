package vesper.cluster;

import io.nats.client.JetStreamApiException;
import io.nats.client.JetStreamStatusCheckedException;
import io.nats.client.api.PublishAck;
import io.nats.client.impl.Headers;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.documents.CollectionPolicy;
import vesper.documents.CopyPart;
import vesper.documents.SharedLog;

/**
 * The log of a collection, kept in one stream. Each document has its own subject, so that the servers can check the
 * sequence of its newest message at each write. The sequence of a change is that of its message, on every node.
 */
final class JetStreamLog implements SharedLog {
    private static final Logger LOG = LoggerFactory.getLogger(JetStreamLog.class);

    private static final long MIN_BUSY_BACKOFF_MILLIS = 1;
    private static final long MAX_BUSY_BACKOFF_MILLIS = 256;

    private static final Duration RETRY_DELAY = Duration.ofMillis(250);
    /** Interval between checks of the stream while no message arrives. */
    private static final Duration IDLE_CHECK_INTERVAL = Duration.ofSeconds(3);
    /** Longest interval between checks of the stream while messages arrive. */
    private static final Duration CHECK_INTERVAL = Duration.ofSeconds(10);

    /**
     * A check of the stream in the background, since the answer may take two seconds or time out.
     *
     * @param delivered sequence that had been delivered when the check started
     */
    private record StreamCheck(
            long connectionChanges, long delivered, CompletableFuture<Optional<LogStream.StreamState>> state) {}

    private static final long NEVER = -1;
    private static final byte[] NOTHING = {};

    private final Cluster cluster;
    private final String collection;
    private final LogStream stream;
    private final NatsNames names;

    private volatile long delivered;
    /** Highest sequence that the stream is known to have. */
    private volatile long lastKnownSequence;
    /** Reason why nothing can be appended, as in {@link SharedLog#trouble}; null if nothing is wrong. */
    private volatile @Nullable String trouble;
    /** True if the trouble concerns this node only, because its copy does not match the stream. */
    private volatile boolean isCopyDiverged;
    /** True once the copy was found to hold other versions than the stream. No later check resets it. */
    private volatile boolean isRebuildNeeded;
    /**
     * Value of {@link Cluster#connectionChanges} for which the stream was confirmed to be the one that the copy
     * follows.
     */
    private volatile long checkedAtChange = NEVER;
    /** True once the number of kept versions has been set. Used by the following thread only. */
    private boolean versionLimitSet;

    /** Description of the last message in the stream that no node has written; null if there was none. */
    private volatile @Nullable String foreignMessage;

    private final CountDownLatch closing = new CountDownLatch(1);
    private @Nullable Thread followerThread;
    private volatile @Nullable Follower follower;

    JetStreamLog(Cluster cluster, NatsNames names, String collection, CollectionPolicy policy, int replicas) {
        this.cluster = cluster;
        this.collection = collection;
        this.names = names;
        this.stream =
                new LogStream(cluster, names.streamName(collection), names.subjects(collection), policy, replicas);
    }

    @Override
    public CompletableFuture<Outcome> append(Entry entry, long expected, String attempt) {
        return publish(
                names.documentSubject(collection, entry.id()),
                () -> EntryCodec.headers(entry, expected, attempt),
                entry.body().utf8(),
                MIN_BUSY_BACKOFF_MILLIS);
    }

    @Override
    public CompletableFuture<Outcome> mark() {
        return publish(names.markSubject(collection), Headers::new, NOTHING, MIN_BUSY_BACKOFF_MILLIS);
    }

    /**
     * Publishes a message, and retries with a growing pause while its subject is busy. Another server may deliver a
     * message before the stream's leader has applied it; until then the leader rejects the next message of that
     * subject.
     */
    private CompletableFuture<Outcome> publish(
            String subject, Supplier<Headers> headers, byte[] body, long pauseMillis) {
        try {
            Headers fields = headers.get();
            // Servers count the headers too, and close the connection of a client that exceeds the limit.
            long max = cluster.maxMessageBytes() - fields.serializedLength();
            if (body.length > max) return CompletableFuture.completedFuture(new Outcome.TooLarge(body.length, max));
            // After the size check: a message that is never sent has a definite outcome.
            Optional<String> why = appendRefusal();
            if (why.isPresent()) return CompletableFuture.completedFuture(new Outcome.Unknown(why.get()));
            return cluster.streams()
                    .publishAsync(subject, fields, body)
                    .thenApply(this::outcomeOf)
                    .exceptionallyCompose(failure -> {
                        Throwable reason = reason(failure);
                        return isBusy(reason) && pauseMillis <= MAX_BUSY_BACKOFF_MILLIS
                                ? after(pauseMillis, () -> publish(subject, headers, body, 2 * pauseMillis))
                                : CompletableFuture.completedFuture(outcomeOfFailure(reason));
                    });
        } catch (IOException | IllegalStateException | IllegalArgumentException failure) {
            // There is no connection yet, it is closed, or too many messages wait to be sent.
            LOG.debug("could not append to {}", stream.name(), failure);
            return CompletableFuture.completedFuture(new Outcome.Unknown(String.valueOf(failure.getMessage())));
        }
    }

    private static CompletableFuture<Outcome> after(long pauseMillis, Supplier<CompletableFuture<Outcome>> sending) {
        Executor later = CompletableFuture.delayedExecutor(pauseMillis, TimeUnit.MILLISECONDS);
        return CompletableFuture.runAsync(() -> {}, later).thenCompose(_ -> sending.get());
    }

    private Optional<String> appendRefusal() {
        Optional<String> why = trouble().or(cluster::writeRefusal);
        if (why.isPresent()) return why;
        // After a reconnect, the servers may have another stream of this name.
        return checkedAtChange == cluster.connectionChanges()
                ? Optional.empty()
                : Optional.of("stream " + stream.name() + " has not been checked since the connection changed");
    }

    @Override
    public Optional<String> trouble() {
        return Optional.ofNullable(trouble);
    }

    /** Returns the reason why this node's copy does not match the stream; empty if it matches. */
    Optional<String> divergence() {
        return isCopyDiverged ? trouble() : Optional.empty();
    }

    private Outcome outcomeOf(PublishAck ack) {
        lastKnownSequence = Math.max(lastKnownSequence, ack.getSeqno());
        return new Outcome.Appended(ack.getSeqno(), ack.isDuplicate());
    }

    private static boolean isBusy(Throwable reason) {
        return reason instanceof JetStreamApiException error && ApiErrors.isSubjectBusy(error);
    }

    private static Outcome outcomeOfFailure(Throwable reason) {
        boolean isConflict = reason instanceof JetStreamApiException error && ApiErrors.isWrongLastSequence(error);
        return isConflict ? new Outcome.Conflict() : new Outcome.Unknown(reason.toString());
    }

    /** Finds the library's exception in the ones that futures have wrapped around it. */
    private static Throwable reason(Throwable failure) {
        Throwable why = failure;
        while (why.getCause() != null && !(why instanceof JetStreamApiException)) why = why.getCause();
        return why;
    }

    @Override
    public CompletableFuture<Newest> newest() {
        return cluster.requestAsync(() -> {
            String why = trouble;
            // If only the stream is misconfigured, other nodes may still append until they notice.
            if (why != null && isCopyDiverged) throw new IOException(why);
            Follower following = follower;
            Newest newest = stream.newest(following == null ? Optional.empty() : following.origin());
            lastKnownSequence = Math.max(lastKnownSequence, newest.sequence());
            return newest;
        });
    }

    @Override
    public OptionalLong term() {
        return trouble == null ? cluster.leases().term(collection) : OptionalLong.empty();
    }

    /** Returns a digest of some documents of this node's copy; empty if there is no copy, or the log has trouble. */
    Optional<CopyPart> part(String after) {
        Follower following = follower;
        return following == null || trouble != null ? Optional.empty() : following.part(after);
    }

    /** Describes how documents here differ from another node's, by document id; empty if they cannot be compared. */
    Optional<SortedMap<String, String>> differences(CopyPart theirs) {
        Follower following = follower;
        return following == null || trouble != null ? Optional.empty() : following.differences(theirs);
    }

    // Following

    @Override
    public synchronized void follow(long after, Follower follower) {
        if (followerThread != null)
            throw new IllegalStateException("collection " + collection + " already has a follower");
        delivered = after;
        this.follower = follower;
        followerThread =
                Thread.ofPlatform().daemon().name("log " + collection).start(() -> followUntilClosed(follower));
    }

    private void followUntilClosed(Follower follower) {
        String lastLogged = "";
        try {
            while (!isClosed()) {
                String failed;
                try {
                    checkStream(follower);
                    read(follower);
                    lastLogged = "";
                    continue;
                } catch (LogTroubleException found) {
                    failed = String.valueOf(found.getMessage());
                    enterTrouble(failed, found.concernsCopy());
                } catch (SharedLog.DivergedException divergence) {
                    isRebuildNeeded = true;
                    failed = withAdvice(String.valueOf(divergence.getMessage()));
                    enterTrouble(failed, true);
                } catch (IOException
                        | JetStreamApiException
                        | JetStreamStatusCheckedException
                        | RuntimeException failure) {
                    failed = String.valueOf(failure.getMessage());
                }
                if (isClosed()) return;
                // Log it once, since it repeats until the cause is gone.
                if (!failed.equals(lastLogged)) logFailure(failed);
                lastLogged = failed;
                pause();
            }
        } catch (InterruptedException _) {
            LOG.warn("stopped reading the log of {}: its thread was interrupted", collection);
        }
    }

    /**
     * Records the trouble and releases the lease: a node that cannot append must not lead, and another one may be able.
     */
    private void enterTrouble(String message, boolean concernsCopy) {
        boolean isNew = trouble == null;
        isCopyDiverged = concernsCopy;
        trouble = message;
        if (isNew) cluster.leases().release(collection);
    }

    private void clearTrouble() {
        if (trouble == null) return;
        LOG.info("the log of {} has recovered", collection);
        trouble = null;
        acquireLease();
    }

    /** Does nothing once the log is closed, since no one would release the lease. */
    private synchronized void acquireLease() {
        if (!isClosed()) cluster.leases().acquire(collection);
    }

    private void logFailure(String failed) {
        if (failed.equals(trouble)) LOG.error("collection {} accepts no writes: {}", collection, failed);
        // The connection logs its own loss, once for all logs.
        else if (!cluster.isConnected()) LOG.debug("cannot read the log of {}: {}", collection, failed);
        else LOG.warn("cannot read the log of {}, retrying: {}", collection, failed);
    }

    private void checkStream(Follower follower) throws IOException, JetStreamApiException, LogTroubleException {
        if (isRebuildNeeded) throw LogTroubleException.diverged(String.valueOf(trouble));
        long connectionChanges = cluster.connectionChanges();
        Optional<LogStream.StreamState> state = stream.find();
        lastKnownSequence = state.map(LogStream.StreamState::lastSequence).orElse(0L);
        verifyStream(follower, connectionChanges, state);
    }

    /**
     * Checks that the stream is still the one that the copy follows. Creates it if it is missing and the copy is empty.
     */
    private void verifyStream(Follower follower, long connectionChanges, Optional<LogStream.StreamState> existing)
            throws IOException, JetStreamApiException, LogTroubleException {
        if (existing.isEmpty() && delivered > 0)
            throw LogTroubleException.diverged(withAdvice("stream " + stream.name() + " no longer exists"));
        LogStream.StreamState state = existing.isPresent() ? existing.get() : stream.create();
        if (delivered == 0) follower.begin(state.id());
        else requireSame(follower, state, connectionChanges);
        if (!versionLimitSet) stream.updateVersionLimit();
        // Once is enough: nodes with another version of a package would keep changing it back.
        versionLimitSet = true;
        clearTrouble();
        checkedAtChange = connectionChanges;
    }

    private void requireSame(Follower follower, LogStream.StreamState state, long connectionChanges)
            throws IOException, JetStreamApiException, LogTroubleException {
        String what = "stream " + stream.name();
        if (!follower.origin().equals(Optional.of(state.id()))) {
            throw LogTroubleException.diverged(withAdvice(what + " was deleted and created again"));
        }
        if (state.lastSequence() < delivered) {
            if (!state.isAuthoritative())
                throw new IOException("the leader of " + what + " may be cut off from the other servers");
            throw LogTroubleException.diverged(withAdvice(what + " ends at " + state.lastSequence()
                    + ", but this node received " + delivered + ": the stream was reset to an earlier state"));
        }
        if (connectionChanges == checkedAtChange) return;
        Optional<StreamMessage> newest = stream.message(delivered);
        if (newest.isPresent() && !isDelivered(follower, newest.get())) {
            throw LogTroubleException.diverged(withAdvice(what + " has a different entry at " + delivered
                    + " than this node received: the stream was reset to an earlier state"));
        }
    }

    private boolean isDelivered(Follower follower, StreamMessage message) {
        // The copy does not record which of its sequences were marks.
        if (message.subject().equals(names.markSubject(collection))) return true;
        try {
            return follower.has(delivered, EntryCodec.entryOf(message));
        } catch (IOException strange) {
            // Neither does it record messages that no node has written.
            return true;
        }
    }

    /** Appends what an operator should do about it. */
    private static String withAdvice(String what) {
        return what
                + ". This node's copy may hold data that the servers have lost, so it is kept unchanged. Restore the stream,"
                + " or stop the node and run \"vesper cluster rebuild\" (docs/guide/cluster.md)";
    }

    private boolean isClosed() {
        return closing.getCount() == 0;
    }

    private void pause() throws InterruptedException {
        var _ = closing.await(RETRY_DELAY.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void read(Follower follower)
            throws IOException, JetStreamApiException, JetStreamStatusCheckedException, LogTroubleException,
                    InterruptedException {
        try (var reader = StreamReader.open(cluster, stream, delivered, () -> lastKnownSequence)) {
            long receivedAt = System.nanoTime();
            long checkedAt = receivedAt;
            StreamCheck check = null;
            while (!isClosed() && checkedAtChange == cluster.connectionChanges()) {
                Optional<StreamMessage> message = reader.next();
                long now = System.nanoTime();
                if (message.isPresent()) {
                    deliver(follower, message.get());
                    receivedAt = now;
                }
                boolean isDue = now - Math.max(checkedAt, receivedAt) > IDLE_CHECK_INTERVAL.toNanos()
                        || now - checkedAt > CHECK_INTERVAL.toNanos();
                if (check == null && isDue) {
                    check = startCheck();
                } else if (check != null && check.state.isDone()) {
                    if (finishCheck(follower, check)) return;
                    check = null;
                    checkedAt = now;
                }
            }
        }
    }

    private StreamCheck startCheck() {
        return new StreamCheck(cluster.connectionChanges(), delivered, cluster.requestAsync(stream::find));
    }

    /** @return whether the copy now follows another stream, which is possible while it is empty */
    private boolean finishCheck(Follower follower, StreamCheck check)
            throws IOException, JetStreamApiException, LogTroubleException {
        if (check.state.state() == Future.State.FAILED) {
            Throwable failure = check.state.exceptionNow();
            if (failure instanceof LogTroubleException found) throw found;
            // No server answered, for example during an election. Messages are still delivered.
            LOG.debug("could not check stream {}", stream.name(), failure);
            return false;
        }
        // Messages that arrived since then prove that the stream exists, and the answer is outdated.
        if (check.delivered != delivered) return false;
        Optional<String> before = follower.origin();
        verifyStream(follower, check.connectionChanges, check.state.resultNow());
        return !before.equals(follower.origin());
    }

    private void deliver(Follower follower, StreamMessage message) {
        long sequence = message.sequence();
        if (message.subject().equals(names.markSubject(collection))) follower.mark(sequence);
        else deliverEntry(follower, message);
        delivered = sequence;
        lastKnownSequence = Math.max(lastKnownSequence, sequence);
    }

    /**
     * Delivers a version. Every node skips a message that no node has written, since all see it at the same sequence.
     */
    private void deliverEntry(Follower follower, StreamMessage message) {
        String attempt;
        Entry entry;
        try {
            attempt = EntryCodec.attemptOf(message);
            entry = EntryCodec.entryOf(message);
        } catch (IOException strange) {
            skip(follower, message.sequence(), String.valueOf(strange.getMessage()));
            return;
        }
        follower.entry(message.sequence(), attempt, entry);
    }

    private void skip(Follower follower, long sequence, String why) {
        String message = "stream " + stream.name() + " has a message at " + sequence
                + " that no node has written; skipped: " + why;
        // Log only the first one, since more of them usually follow.
        if (foreignMessage == null) LOG.error("{}", message);
        foreignMessage = message;
        follower.mark(sequence);
    }

    /** Returns a problem that needs an operator's attention but does not stop writes; empty if all is well. */
    Optional<String> foreignMessage() {
        return Optional.ofNullable(foreignMessage);
    }

    @Override
    public synchronized void stop() {
        closing.countDown();
    }

    /** Waits until the last delivery ends. Does not interrupt it, which would close the files that it is writing to. */
    @Override
    public void close() {
        stop();
        Thread thread;
        synchronized (this) {
            thread = followerThread;
        }
        cluster.removeLog(collection);
        if (thread == null || thread.equals(Thread.currentThread())) return;
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
