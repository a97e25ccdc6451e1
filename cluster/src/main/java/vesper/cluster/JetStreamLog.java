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
 * The log of a collection as a stream of its own: a document is a subject, so that the servers compare the sequence of its
 * newest message, and the sequence of a change is that of its message, the same for every node.
 */
final class JetStreamLog implements SharedLog {
    private static final Logger LOG = LoggerFactory.getLogger(JetStreamLog.class);

    private static final long SHORTEST_TAKEN_MILLIS = 1;
    private static final long LONGEST_TAKEN_MILLIS = 256;

    private static final Duration PAUSE = Duration.ofMillis(250);
    /** While nothing comes. */
    private static final Duration LOOK = Duration.ofSeconds(3);
    /** Whatever comes. */
    private static final Duration LONGEST_UNSEEN = Duration.ofSeconds(10);

    /**
     * A look at the stream beside what it tells, since an answer may take two seconds to come or not to.
     *
     * @param told up to where, when it was asked
     */
    private record Glance(long turn, long told, CompletableFuture<Optional<Stream.Found>> found) {}

    private static final long NEVER = -1;
    private static final byte[] NOTHING = {};

    private final Cluster cluster;
    private final String collection;
    private final Stream stream;
    private final Names names;

    private volatile long told;
    /** Of the stream, as far as anybody has said. */
    private volatile long known;
    /** Why the copy cannot go on with the stream; null where it can. */
    private volatile @Nullable String trouble;
    /** Whether it is this node's alone, whose copy goes another way than the stream. */
    private volatile boolean isTroubleOfCopy;
    /** Whether the copy has other versions than the stream, whatever else that looks like. */
    private volatile boolean isEstranged;
    /** The turn of the cluster's links in which the stream was found to be the one that the copy is of. */
    private volatile long lookedAtTurn = NEVER;
    /** Of the thread that follows. */
    private boolean keepsVersions;

    /** What somebody else has written into the stream, the last of it. */
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
     * Sends a message, and again for as long as its subject is taken: what a server tells that follows, the one that leads may
     * not have done with, and refuses the next message of that document.
     */
    private CompletableFuture<Outcome> publish(
            String subject, Supplier<Headers> headers, byte[] body, long pauseMillis) {
        try {
            Headers fields = headers.get();
            // Servers count both, and end the connection of who sends more.
            long most = cluster.mostBytes() - fields.serializedLength();
            if (body.length > most) return CompletableFuture.completedFuture(new Outcome.TooLarge(body.length, most));
            // Behind that: of what is never sent something is known.
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
            // There is no connection yet, it is closed, or more waits to be sent than may.
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
        // Whoever answers now may have another stream of this name.
        return lookedAtTurn == cluster.turns()
                ? Optional.empty()
                : Optional.of("nobody has looked yet whether stream " + stream.name() + " is the one that it was");
    }

    @Override
    public Optional<String> trouble() {
        return Optional.ofNullable(trouble);
    }

    /** Why this node's copy goes another way than the stream; empty where it does not. */
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

    /** The library's own, whatever its futures have wrapped it in. */
    private static Throwable reason(Throwable failure) {
        Throwable why = failure;
        while (why.getCause() != null && !(why instanceof JetStreamApiException)) why = why.getCause();
        return why;
    }

    @Override
    public CompletableFuture<Newest> newest() {
        return cluster.ask(() -> {
            String why = trouble;
            // Where only the stream is not as it should be, others may write on that have not seen it yet.
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

    /** What this node's copy has of some documents; empty where there is none, or it is in trouble. */
    Optional<CopyPart> part(String after) {
        Follower of = copy;
        return of == null || trouble != null ? Optional.empty() : of.part(after);
    }

    /** What of another node's documents is not the same here, by document; empty where that cannot be said. */
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
                // Once, since the same comes again until it is over.
                if (!failed.equals(said)) say(failed);
                said = failed;
                pause();
            }
        } catch (InterruptedException _) {
            LOG.warn("the log of {} is read no more, since its thread was interrupted", collection);
        }
    }

    /** A node that can append nothing leads nothing: another one may be able to. */
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

    /** Not once it is closed, since nobody would let go of it. */
    private synchronized void seekLease() {
        if (!isClosed()) cluster.leases().seek(collection);
    }

    private void say(String failed) {
        if (failed.equals(trouble)) LOG.error("nothing can be stored in collection {}: {}", collection, failed);
        // That there is no connection is said once, and not by each log.
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

    /** Whether the stream is still the one that the copy is of; it is made where there is none and nothing to lose. */
    private void compare(Follower follower, long turn, Optional<Stream.Found> there)
            throws IOException, JetStreamApiException, TroubleException {
        if (there.isEmpty() && told > 0)
            throw TroubleException.ofCopy(troubleOf("stream " + stream.name() + " is gone"));
        Stream.Found found = there.isPresent() ? there.get() : stream.make();
        if (told == 0) follower.begin(found.id());
        else requireSame(follower, found, turn);
        if (!keepsVersions) stream.keepVersions();
        // Nodes with another version of a package would go on to change it back.
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
        // Whether it was a mark here too nobody knows any more.
        if (message.subject().equals(names.mark(collection))) return true;
        try {
            return follower.has(told, EntryForm.entry(message));
        } catch (IOException strange) {
            // Nor of what no node has written.
            return true;
        }
    }

    /** With what is to be done about it. */
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

    /** @return whether the copy is of another stream from now on, which it can be while it is empty */
    private boolean isAnother(Follower follower, Glance glance)
            throws IOException, JetStreamApiException, TroubleException {
        if (glance.found.state() == Future.State.FAILED) {
            Throwable failure = glance.found.exceptionNow();
            if (failure instanceof TroubleException found) throw found;
            // Nobody has answered, as while a leader is elected; what it has to tell comes nevertheless.
            LOG.debug("stream {} could not be looked at", stream.name(), failure);
            return false;
        }
        // What came meanwhile says that it is there, and the answer is older than that.
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

    /** What no node has written is passed over by all of them, since it comes to each in the same place. */
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
        // The first one alone: who writes one writes more.
        if (foreign == null) LOG.error("{}", what);
        foreign = what;
        follower.mark(sequence);
    }

    /** What an operator should see to, with which writes go on; empty where nothing is known. */
    Optional<String> foreign() {
        return Optional.ofNullable(foreign);
    }

    @Override
    public synchronized void stop() {
        closing.countDown();
    }

    /** Waits until nothing is told any more. An interrupt would close the files that a change is being written to. */
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
