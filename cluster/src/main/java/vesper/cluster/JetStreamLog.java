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

    private static final long SHORTEST_TAKEN_MILLIS = 1;
    private static final long LONGEST_TAKEN_MILLIS = 256;

    private static final Duration PAUSE = Duration.ofMillis(250);
    /** Interval between checks of the stream while no message arrives. */
    private static final Duration LOOK = Duration.ofSeconds(3);
    /** Longest interval between checks of the stream while messages arrive. */
    private static final Duration LONGEST_UNSEEN = Duration.ofSeconds(10);

    /**
     * A check of the stream in the background, since the answer may take two seconds or time out.
     *
     * @param told sequence that had been delivered when the check started
     */
    private record Glance(long turn, long told, CompletableFuture<Optional<Stream.Found>> found) {}

    private static final long NEVER = -1;
    private static final byte[] NOTHING = {};

    private final Cluster cluster;
    private final String collection;
    private final Stream stream;
    private final Names names;

    private volatile long told;
    /** Highest sequence that the stream is known to have. */
    private volatile long known;
    /** Reason why nothing can be appended, as in {@link SharedLog#trouble}; null if nothing is wrong. */
    private volatile @Nullable String trouble;
    /** True if the trouble concerns this node only, because its copy does not match the stream. */
    private volatile boolean isTroubleOfCopy;
    /** True once the copy was found to hold other versions than the stream. No later check resets it. */
    private volatile boolean isEstranged;
    /** Value of {@link Cluster#turns} for which the stream was confirmed to be the one that the copy follows. */
    private volatile long lookedAtTurn = NEVER;
    /** True once the number of kept versions has been set. Used by the following thread only. */
    private boolean keepsVersions;

    /** Description of the last message in the stream that no node has written; null if there was none. */
    private volatile @Nullable String foreign;

    private final CountDownLatch closing = new CountDownLatch(1);
    private @Nullable Thread following;
    private volatile @Nullable Follower copy;

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
                entry.body().utf8(),
                SHORTEST_TAKEN_MILLIS);
    }

    @Override
    public CompletableFuture<Outcome> mark() {
        return publish(names.mark(collection), Headers::new, NOTHING, SHORTEST_TAKEN_MILLIS);
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
            long most = cluster.mostBytes() - fields.serializedLength();
            if (body.length > most) return CompletableFuture.completedFuture(new Outcome.TooLarge(body.length, most));
            // After the size check: a message that is never sent has a definite outcome.
            Optional<String> why = whyNothingIsAppended();
            if (why.isPresent()) return CompletableFuture.completedFuture(new Outcome.Unknown(why.get()));
            return cluster.streams()
                    .publishAsync(subject, fields, body)
                    .thenApply(this::appended)
                    .exceptionallyCompose(failure -> {
                        Throwable reason = reason(failure);
                        return isTaken(reason) && pauseMillis <= LONGEST_TAKEN_MILLIS
                                ? after(pauseMillis, () -> publish(subject, headers, body, 2 * pauseMillis))
                                : CompletableFuture.completedFuture(outcome(reason));
                    });
        } catch (IOException | IllegalStateException | IllegalArgumentException failure) {
            // There is no connection yet, it is closed, or too many messages wait to be sent.
            LOG.debug("nothing is appended to {}", stream.name(), failure);
            return CompletableFuture.completedFuture(new Outcome.Unknown(String.valueOf(failure.getMessage())));
        }
    }

    private static CompletableFuture<Outcome> after(long pauseMillis, Supplier<CompletableFuture<Outcome>> sending) {
        Executor later = CompletableFuture.delayedExecutor(pauseMillis, TimeUnit.MILLISECONDS);
        return CompletableFuture.runAsync(() -> {}, later).thenCompose(_ -> sending.get());
    }

    private Optional<String> whyNothingIsAppended() {
        Optional<String> why = trouble().or(cluster::whyUnsafe);
        if (why.isPresent()) return why;
        // After a reconnect, the servers may have another stream of this name.
        return lookedAtTurn == cluster.turns()
                ? Optional.empty()
                : Optional.of("nobody has looked yet whether stream " + stream.name() + " is the one that it was");
    }

    @Override
    public Optional<String> trouble() {
        return Optional.ofNullable(trouble);
    }

    /** Returns the reason why this node's copy does not match the stream; empty if it matches. */
    Optional<String> estrangement() {
        return isTroubleOfCopy ? trouble() : Optional.empty();
    }

    private Outcome appended(PublishAck ack) {
        known = Math.max(known, ack.getSeqno());
        return new Outcome.Appended(ack.getSeqno(), ack.isDuplicate());
    }

    private static boolean isTaken(Throwable reason) {
        return reason instanceof JetStreamApiException said && ApiErrors.isSubjectTaken(said);
    }

    private static Outcome outcome(Throwable reason) {
        boolean isOvertaken = reason instanceof JetStreamApiException said && ApiErrors.isOvertaken(said);
        return isOvertaken ? new Outcome.Conflict() : new Outcome.Unknown(reason.toString());
    }

    /** Finds the library's exception in the ones that futures have wrapped around it. */
    private static Throwable reason(Throwable failure) {
        Throwable why = failure;
        while (why.getCause() != null && !(why instanceof JetStreamApiException)) why = why.getCause();
        return why;
    }

    @Override
    public CompletableFuture<Newest> newest() {
        return cluster.ask(() -> {
            String why = trouble;
            // If only the stream is misconfigured, other nodes may still append until they notice.
            if (why != null && isTroubleOfCopy) throw new IOException(why);
            Follower of = copy;
            Newest newest = stream.newest(of == null ? Optional.empty() : of.origin());
            known = Math.max(known, newest.sequence());
            return newest;
        });
    }

    @Override
    public OptionalLong term() {
        return trouble == null ? cluster.leases().term(collection) : OptionalLong.empty();
    }

    /** Returns a digest of some documents of this node's copy; empty if there is no copy, or the log has trouble. */
    Optional<CopyPart> part(String after) {
        Follower of = copy;
        return of == null || trouble != null ? Optional.empty() : of.part(after);
    }

    /** Describes how documents here differ from another node's, by document id; empty if they cannot be compared. */
    Optional<SortedMap<String, String>> differences(CopyPart theirs) {
        Follower of = copy;
        return of == null || trouble != null ? Optional.empty() : of.differences(theirs);
    }

    // Following

    @Override
    public synchronized void follow(long after, Follower follower) {
        if (following != null) throw new IllegalStateException("collection " + collection + " is followed already");
        told = after;
        copy = follower;
        following = Thread.ofPlatform().daemon().name("log " + collection).start(() -> followUntilClosed(follower));
    }

    private void followUntilClosed(Follower follower) {
        String said = "";
        try {
            while (!isClosed()) {
                String failed;
                try {
                    look(follower);
                    read(follower);
                    said = "";
                    continue;
                } catch (TroubleException found) {
                    failed = String.valueOf(found.getMessage());
                    enterTrouble(failed, found.isOfCopy());
                } catch (SharedLog.EstrangedException estranged) {
                    isEstranged = true;
                    failed = troubleOf(String.valueOf(estranged.getMessage()));
                    enterTrouble(failed, true);
                } catch (IOException
                        | JetStreamApiException
                        | JetStreamStatusCheckedException
                        | RuntimeException failure) {
                    failed = String.valueOf(failure.getMessage());
                }
                if (isClosed()) return;
                // Log it once, since it repeats until the cause is gone.
                if (!failed.equals(said)) say(failed);
                said = failed;
                pause();
            }
        } catch (InterruptedException _) {
            LOG.warn("the log of {} is read no more, since its thread was interrupted", collection);
        }
    }

    /**
     * Records the trouble and releases the lease: a node that cannot append must not lead, and another one may be able.
     */
    private void enterTrouble(String found, boolean isOfCopy) {
        boolean isNew = trouble == null;
        isTroubleOfCopy = isOfCopy;
        trouble = found;
        if (isNew) cluster.leases().leave(collection);
    }

    private void leaveTrouble() {
        if (trouble == null) return;
        LOG.info("the log of {} is what it was again", collection);
        trouble = null;
        seekLease();
    }

    /** Does nothing once the log is closed, since no one would release the lease. */
    private synchronized void seekLease() {
        if (!isClosed()) cluster.leases().seek(collection);
    }

    private void say(String failed) {
        if (failed.equals(trouble)) LOG.error("nothing can be stored in collection {}: {}", collection, failed);
        // The connection logs its own loss, once for all logs.
        else if (!cluster.isConnected()) LOG.debug("the log of {} is not read: {}", collection, failed);
        else LOG.warn("the log of {} cannot be read, and is tried again: {}", collection, failed);
    }

    private void look(Follower follower) throws IOException, JetStreamApiException, TroubleException {
        if (isEstranged) throw TroubleException.ofCopy(String.valueOf(trouble));
        long turn = cluster.turns();
        Optional<Stream.Found> there = stream.find();
        known = there.map(Stream.Found::lastSequence).orElse(0L);
        compare(follower, turn, there);
    }

    /**
     * Checks that the stream is still the one that the copy follows. Creates it if it is missing and the copy is empty.
     */
    private void compare(Follower follower, long turn, Optional<Stream.Found> there)
            throws IOException, JetStreamApiException, TroubleException {
        if (there.isEmpty() && told > 0)
            throw TroubleException.ofCopy(troubleOf("stream " + stream.name() + " is gone"));
        Stream.Found found = there.isPresent() ? there.get() : stream.make();
        if (told == 0) follower.begin(found.id());
        else requireSame(follower, found, turn);
        if (!keepsVersions) stream.keepVersions();
        // Once is enough: nodes with another version of a package would keep changing it back.
        keepsVersions = true;
        leaveTrouble();
        lookedAtTurn = turn;
    }

    private void requireSame(Follower follower, Stream.Found found, long turn)
            throws IOException, JetStreamApiException, TroubleException {
        String what = "stream " + stream.name();
        if (!follower.origin().equals(Optional.of(found.id()))) {
            throw TroubleException.ofCopy(troubleOf(what + " was begun anew"));
        }
        if (found.lastSequence() < told) {
            if (!found.isSure()) throw new IOException("the server that leads " + what + " may be cut off");
            throw TroubleException.ofCopy(troubleOf(what + " ends at " + found.lastSequence()
                    + ", and this node was told of " + told + ": it was set back to an earlier state"));
        }
        if (turn == lookedAtTurn) return;
        Optional<StreamMessage> newest = stream.message(told);
        if (newest.isPresent() && !isTold(follower, newest.get())) {
            throw TroubleException.ofCopy(troubleOf(what + " has at " + told
                    + " another entry than this node was told of: it was set back to an earlier state"));
        }
    }

    private boolean isTold(Follower follower, StreamMessage message) {
        // The copy does not record which of its sequences were marks.
        if (message.subject().equals(names.mark(collection))) return true;
        try {
            return follower.has(told, EntryForm.entry(message));
        } catch (IOException strange) {
            // Neither does it record messages that no node has written.
            return true;
        }
    }

    /** Appends what an operator should do about it. */
    private static String troubleOf(String what) {
        return what
                + ". This node's copy may have what the servers have lost, so it is left as it is: restore the stream,"
                + " or stop the node and run vesper cluster rebuild (docs/guide/cluster.md)";
    }

    private boolean isClosed() {
        return closing.getCount() == 0;
    }

    private void pause() throws InterruptedException {
        var _ = closing.await(PAUSE.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void read(Follower follower)
            throws IOException, JetStreamApiException, JetStreamStatusCheckedException, TroubleException,
                    InterruptedException {
        try (var reading = StreamReading.begin(cluster, stream, told, () -> known)) {
            long heardAt = System.nanoTime();
            long lookedAt = heardAt;
            Glance glance = null;
            while (!isClosed() && lookedAtTurn == cluster.turns()) {
                Optional<StreamMessage> message = reading.next();
                long now = System.nanoTime();
                if (message.isPresent()) {
                    tell(follower, message.get());
                    heardAt = now;
                }
                boolean isDue =
                        now - Math.max(lookedAt, heardAt) > LOOK.toNanos() || now - lookedAt > LONGEST_UNSEEN.toNanos();
                if (glance == null && isDue) {
                    glance = glance();
                } else if (glance != null && glance.found.isDone()) {
                    if (isAnother(follower, glance)) return;
                    glance = null;
                    lookedAt = now;
                }
            }
        }
    }

    private Glance glance() {
        return new Glance(cluster.turns(), told, cluster.ask(stream::find));
    }

    /** @return whether the copy now follows another stream, which is possible while it is empty */
    private boolean isAnother(Follower follower, Glance glance)
            throws IOException, JetStreamApiException, TroubleException {
        if (glance.found.state() == Future.State.FAILED) {
            Throwable failure = glance.found.exceptionNow();
            if (failure instanceof TroubleException found) throw found;
            // No server answered, for example during an election. Messages are still delivered.
            LOG.debug("stream {} could not be looked at", stream.name(), failure);
            return false;
        }
        // Messages that arrived since then prove that the stream exists, and the answer is outdated.
        if (glance.told != told) return false;
        Optional<String> before = follower.origin();
        compare(follower, glance.turn, glance.found.resultNow());
        return !before.equals(follower.origin());
    }

    private void tell(Follower follower, StreamMessage message) {
        long sequence = message.sequence();
        if (message.subject().equals(names.mark(collection))) follower.mark(sequence);
        else tellEntry(follower, message);
        told = sequence;
        known = Math.max(known, sequence);
    }

    /**
     * Delivers a version. Every node skips a message that no node has written, since all see it at the same sequence.
     */
    private void tellEntry(Follower follower, StreamMessage message) {
        String attempt;
        Entry entry;
        try {
            attempt = EntryForm.attempt(message);
            entry = EntryForm.entry(message);
        } catch (IOException strange) {
            passOver(follower, message.sequence(), String.valueOf(strange.getMessage()));
            return;
        }
        follower.entry(message.sequence(), attempt, entry);
    }

    private void passOver(Follower follower, long sequence, String why) {
        String what = "stream " + stream.name() + " has at " + sequence
                + " what no node has written, which is passed over: " + why;
        // Log only the first one, since more of them usually follow.
        if (foreign == null) LOG.error("{}", what);
        foreign = what;
        follower.mark(sequence);
    }

    /** Returns a problem that needs an operator's attention but does not stop writes; empty if all is well. */
    Optional<String> foreign() {
        return Optional.ofNullable(foreign);
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
            thread = following;
        }
        cluster.leave(collection);
        if (thread == null || thread.equals(Thread.currentThread())) return;
        try {
            thread.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
