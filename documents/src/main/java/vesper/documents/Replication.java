package vesper.documents;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.SortedMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import vesper.documents.Publication.OvertakenException;

/**
 * One replicated collection between its shared log and this node's copy. Of each document one write is on its way at a
 * time; those behind it wait. What came of one is what the log tells, never what is to be expected: it is stored once it
 * is told, and it has lost once another version is told in its place.
 */
final class Replication implements SharedLog.Follower, Closeable {
    private static final int MOST_UNDER_WAY = 1 << 16;
    private static final long MOST_BYTES = 64 << 20;
    /** The log knows the name of an attempt for longer, by as much as an answer and clocks may be wrong. */
    private static final Duration NAMES_KNOWN = SharedLog.NAMES_KNOWN.dividedBy(2);

    private final String name;
    private final SharedLog log;
    private final DurableCollection<Object> copy;
    private final Origin origin;
    private final String node;
    private final Duration longestWrite;
    private final AtomicLong attempts = new AtomicLong();

    /** By document, the first being on its way. Guarded by the document's stripe. */
    private final ConcurrentHashMap<DocumentId, Deque<Publication>> underWay = new ConcurrentHashMap<>();
    /** Guarded by itself, as are the bytes. */
    private final Object room = new Object();

    private int count;
    private long bytes;

    private final Reaching reaching;
    private final CopyDigests digests;
    private final Lag lag = new Lag(System::nanoTime);
    private final Silence silence;
    private final CurrentReads currentReads = new CurrentReads(this::mark);
    private volatile @Nullable Thread telling;
    private volatile boolean closed;

    /** Since when it is asked how far the log is; guarded by this. */
    private OptionalLong asking = OptionalLong.empty();

    /**
     * @param origin of the copy
     * @param node of all nodes only this one, and only until it ends
     * @param longestWrite how long it is waited for what came of a write
     */
    Replication(
            String name,
            SharedLog log,
            DurableCollection<Object> copy,
            Origin origin,
            String node,
            Duration longestWrite) {
        this.name = name;
        this.log = log;
        this.copy = copy;
        this.origin = origin;
        this.node = node;
        this.longestWrite = longestWrite;
        this.silence = new Silence(longestWrite);
        this.reaching = new Reaching(copy.toldUpTo());
        this.digests = copy.digests(reaching::told);
    }

    void start() {
        log.follow(reaching.told(), this);
    }

    /**
     * How long somebody waits who enters now: so long for others of this node, and less where the log tells nothing.
     *
     * @param begunNanos when the request came that it is part of
     */
    Patience patience(Duration longest, long begunNanos) {
        Patience others = Patience.of(longest);
        return new Patience() {
            @Override
            public long begunNanos() {
                return begunNanos;
            }

            @Override
            public long leftNanos() {
                return Math.min(others.leftNanos(), silence.leftNanos(begunNanos));
            }
        };
    }

    /** How long the log may take with what is sent to it now; 0 or less where it has been silent for too long. */
    long leftNanos(Patience patience) {
        return silence.leftNanos(patience.begunNanos());
    }

    OptionalLong term() {
        return log.term();
    }

    // Writing

    /** Sends a write, or has it wait for the one before. Its document's stripe is held. */
    CompletableFuture<Write> enter(Publication publication) {
        if (closed) throw StorageException.stopped(new IOException("the documents are closed"));
        if (log.trouble().isPresent()) return CompletableFuture.completedFuture(new Write.Busy());
        Deque<Publication> queue = underWay.computeIfAbsent(publication.id, _ -> new ArrayDeque<>(1));
        if (publication.isDecided && !queue.isEmpty()) {
            return CompletableFuture.failedFuture(new OvertakenException(publication.id));
        }
        queue.add(publication);
        take(publication);
        // Who closes ends what it finds, and has looked here already or finds what is left.
        if (closed) {
            queue.remove(publication);
            if (queue.isEmpty()) underWay.remove(publication.id, queue);
            leave(publication);
            throw StorageException.stopped(new IOException("the documents are closed"));
        }
        // Where it ends at once, nobody waits for it yet.
        List<Runnable> ended = new ArrayList<>(1);
        advance(publication.id, queue, ended);
        ended.forEach(Runnable::run);
        return publication;
    }

    /** Whether a write to this document is on its way. */
    boolean isUnderWay(DocumentId id) {
        return underWay.containsKey(id);
    }

    /** Waits until no write to this document is on its way. @return null, or why it did not come to that */
    @Nullable
    Write awaitWritten(DocumentId id, Patience patience) {
        while (true) {
            Publication first;
            synchronized (copy.stripes.of(id)) {
                Deque<Publication> queue = underWay.get(id);
                if (queue == null) return null;
                first = queue.getLast();
            }
            if (patience.leftNanos() <= 0) return new Write.Busy();
            // It ends in time, whatever comes of it.
            var _ = first.handle((_, _) -> null).join();
        }
    }

    private void send(Publication publication) {
        // Two nodes that are asked the same append it once.
        String attempt = publication.nameByKey().orElseGet(() -> node + "/" + attempts.incrementAndGet());
        publication.attempt(attempt);
        append(publication, attempt);
    }

    private void append(Publication publication, String attempt) {
        silence.asked();
        var _ = log.append(publication.entry(), publication.expectedSequence(), attempt)
                .whenComplete((outcome, failure) -> answered(
                        publication,
                        attempt,
                        failure == null ? outcome : new SharedLog.Outcome.Unknown(String.valueOf(failure))));
    }

    /** What the log says of an attempt. What is appended is told too, by itself. */
    private void answered(Publication publication, String attempt, SharedLog.Outcome outcome) {
        List<Runnable> ended = new ArrayList<>();
        Object stripe = copy.stripes.of(publication.id);
        if (Thread.holdsLock(stripe)) {
            // It is there already for who has sent it, and others are to hear of what ends when that one has let go.
            var _ = CompletableFuture.runAsync(() -> answered(publication, attempt, outcome));
            return;
        }
        synchronized (stripe) {
            if (!publication.isOn(attempt) || publication.isDone()) return;
            switch (outcome) {
                case SharedLog.Outcome.Appended(var _, boolean isRepeated)
                when publication.key == null || !isRepeated -> {
                    publication.appended();
                    if (publication.isPassed()) endStored(publication, publication.entry(), ended);
                }
                case SharedLog.Outcome.Appended(long sequence, var _)
                when sequence <= reaching.told() -> endByKey(publication, ended);
                case SharedLog.Outcome.Appended(long sequence, var _) -> {
                    CompletableFuture<Void> told = reaching.until(sequence);
                    var _ = told.thenRun(() -> answered(publication, attempt, outcome));
                    var _ = publication.whenComplete((_, _) -> told.cancel(false));
                }
                case SharedLog.Outcome.Conflict _ when publication.isPassed() -> lost(publication, ended);
                case SharedLog.Outcome.Conflict _ -> publication.refused();
                case SharedLog.Outcome.TooLarge _
                when publication.isUncertain() ->
                    end(publication, ended, () -> publication.complete(new Write.Unsure()));
                case SharedLog.Outcome.TooLarge(long size, long limit) ->
                    end(publication, ended, () -> publication.complete(new Write.TooLarge(size, limit)));
                case SharedLog.Outcome.Unknown _ -> publication.sendAgain();
            }
        }
        ended.forEach(Runnable::run);
    }

    /** Ends a write that is stored by this entry, whatever was stored since. */
    private void endStored(Publication publication, SharedLog.Entry by, List<Runnable> ended) {
        Write stored = new Write.Stored(
                by.id(), new Version(by.version()), Instant.ofEpochMilli(by.atMillis()), by.action() == Action.CREATED);
        end(publication, ended, () -> publication.complete(stored));
    }

    /**
     * Ends a write under whose key something was appended before: it has the outcome of that. Where this node does not know
     * it any more, nothing else is to be made of the key than it was.
     */
    private void endByKey(Publication publication, List<Runnable> ended) {
        Write first =
                Optional.ofNullable(publication.key).flatMap(copy::firstOutcome).orElseGet(Write.KeyUsed::new);
        end(publication, ended, () -> publication.complete(first));
    }

    /** Looks again at the first write of a document, which was not appended. Its document's stripe is held. */
    private void again(Publication publication, List<Runnable> ended) {
        Deque<Publication> queue = underWay.get(publication.id);
        if (publication.isDecided) {
            end(publication, ended, () -> publication.completeExceptionally(new OvertakenException(publication.id)));
        } else if (queue != null) {
            publication.beginAgain();
            advance(publication.id, queue, ended);
        }
    }

    /** Ends a write, and goes on with the next one. Its stripe is held, and is let go before others hear of it. */
    private void end(Publication publication, List<Runnable> ended, Runnable completing) {
        Deque<Publication> queue = underWay.get(publication.id);
        if (queue == null || !queue.removeFirstOccurrence(publication)) return;
        leave(publication);
        ended.add(completing);
        advance(publication.id, queue, ended);
    }

    /** Has the first write of a document that is not refused be on its way. The document's stripe is held. */
    private void advance(DocumentId id, Deque<Publication> queue, List<Runnable> ended) {
        while (!queue.isEmpty() && !queue.getFirst().isBegun()) {
            Publication first = queue.getFirst();
            Write refusal = first.aim();
            if (refusal == null && mayBeStored(first)) {
                ask(first);
            } else if (refusal == null) {
                send(first);
            } else if (first.mayEndWith(refusal)) {
                queue.remove();
                leave(first);
                ended.add(() -> first.complete(refusal));
            } else {
                ask(first);
            }
        }
        if (queue.isEmpty()) underWay.remove(id, queue);
    }

    /** Whether it may have been stored by an earlier attempt that neither this node nor the log knows of by its key. */
    private boolean mayBeStored(Publication publication) {
        if (publication.key == null || publication.isCurrent()) return false;
        return lag().map(lag -> lag.compareTo(NAMES_KNOWN) > 0).orElse(true);
    }

    /** Has a write looked at again when this node knows all that others may have been told before. Its stripe is held. */
    private void ask(Publication publication) {
        publication.ask();
        var _ = current(publication.deadlineNanos - System.nanoTime()).whenComplete((_, failure) -> {
            List<Runnable> ended = new ArrayList<>(1);
            synchronized (copy.stripes.of(publication.id)) {
                if (!publication.isAsking()) return;
                if (failure == null) {
                    publication.wasCurrent();
                    again(publication, ended);
                } else {
                    end(publication, ended, () -> publication.complete(new Write.Busy()));
                }
            }
            ended.forEach(Runnable::run);
        });
    }

    // Being told

    @Override
    public Optional<String> origin() {
        return origin.log();
    }

    @Override
    public void begin(String of) throws IOException {
        origin.keep(of);
    }

    @Override
    public boolean has(long sequence, SharedLog.Entry entry) {
        Kept<Object> head;
        synchronized (copy.stripes.of(entry.id())) {
            head = copy.head(entry.id());
        }
        return head != null
                && head.sequence() == sequence
                && head.version() == entry.version()
                && head.atMillis == entry.atMillis();
    }

    @Override
    public void entry(long sequence, String attempt, SharedLog.Entry entry) {
        telling = Thread.currentThread();
        Write full = copy.room(copy.patience());
        if (full != null)
            throw new StorageException("this node's disk is behind", new IOException("no room in memory"));
        List<Runnable> ended = new ArrayList<>();
        synchronized (copy.stripes.of(entry.id())) {
            if (sequence <= reaching.told()) return;
            Deque<Publication> queue = underWay.get(entry.id());
            Publication first = queue == null ? null : queue.getFirst();
            boolean isItsName = first != null && first.isOn(attempt);
            copy.tell(sequence, entry, first != null && first.hasAppended(attempt, entry) ? first.value : null);
            reaching.told(sequence);
            if (first != null && isItsName && first.asksFor(entry)) {
                endStored(first, entry, ended);
            } else if (first != null && isItsName) {
                endByKey(first, ended);
            } else if (first != null && !first.isAsking() && sequence > first.expectedSequence()) {
                overtaken(first, entry, ended);
            }
        }
        silence.broken();
        sayTold();
        ended.forEach(Runnable::run);
    }

    /**
     * Another version was told than the first write would make. Where it is behind that one, both were written while nothing
     * was told, and the log keeps too few versions to tell of the earlier: it may be this write's.
     */
    private void overtaken(Publication first, SharedLog.Entry told, List<Runnable> ended) {
        boolean isInItsPlace = told.version() <= first.entry().version();
        if (isInItsPlace) again(first, ended);
        else if (first.isAppended()) endStored(first, first.entry(), ended);
        else if (first.isRefused()) lost(first, ended);
        else first.passed();
    }

    /** The log has refused a write, and what it lost against is never told: that may have been its own attempt before. */
    private void lost(Publication publication, List<Runnable> ended) {
        if (publication.isUncertain()) end(publication, ended, () -> publication.complete(new Write.Unsure()));
        else again(publication, ended);
    }

    @Override
    public void mark(long sequence) {
        telling = Thread.currentThread();
        if (sequence <= reaching.told()) return;
        copy.passOver(sequence);
        reaching.told(sequence);
        silence.broken();
        sayTold();
    }

    @Override
    public Optional<CopyPart> part(String after) {
        return origin.log().map(log -> digests.part(log, after)).filter(_ -> !closed);
    }

    @Override
    public Optional<SortedMap<String, String>> differences(CopyPart theirs) {
        return origin.log()
                .filter(theirs.log()::equals)
                .flatMap(_ -> digests.differences(theirs))
                // What is closed meanwhile looks as if it could not be read.
                .filter(_ -> !closed);
    }

    private void sayTold() {
        lag.told(reaching.told());
        reaching.sayTold();
    }

    /** @throws IllegalStateException where it would wait for itself */
    void requireMayWait() {
        if (Thread.currentThread().equals(telling)) {
            throw new IllegalStateException("what an acknowledgement has called cannot wait for another one");
        }
    }

    // How old the copy is

    /** Completes when everything can be seen that any node has acknowledged before this call. */
    CompletableFuture<Void> current() {
        return current(longestWrite.toNanos());
    }

    /** The same for who waits no longer than this. */
    CompletableFuture<Void> current(long longestNanos) {
        long asked = System.nanoTime();
        return currentReads
                .next()
                .thenRun(() -> lag.wasCurrent(asked))
                .orTimeout(Math.min(longestNanos, longestWrite.toNanos()), TimeUnit.NANOSECONDS)
                .exceptionallyCompose(failure -> CompletableFuture.failedFuture(notCurrent(failure)));
    }

    private CompletableFuture<Void> mark() {
        return new Mark(this::appendMark, reaching::until, this::isInVain).within(longestWrite);
    }

    private CompletableFuture<SharedLog.Outcome> appendMark() {
        silence.asked();
        return log.mark();
    }

    /** Whether nothing that is asked now will be told. */
    private boolean isInVain() {
        return closed || log.trouble().isPresent();
    }

    StorageException notCurrent(Throwable failure) {
        Throwable why = failure instanceof CompletionException wrapped && wrapped.getCause() != null
                ? wrapped.getCause()
                : failure;
        if (why instanceof StorageException known) return known.again();
        SilentLogException silent = why instanceof SilentLogException said
                ? said
                : new SilentLogException("it is not told in time: " + why);
        return new StorageException(
                "collection " + name + " cannot be read as it is in the whole cluster: " + silent.getMessage(), silent);
    }

    /** How long ago everything was here that was in the log then; empty where that never was, or cannot come to be. */
    Optional<Duration> lag() {
        return log.trouble().isPresent() ? Optional.empty() : lag.time();
    }

    /** Whether what is here is old and is not to be used, since what is new is on its way. */
    boolean isCatchingUp() {
        return lag.isCatchingUp(reaching.told());
    }

    /** Asks how far the log is, unless that was asked not long ago. */
    void look() {
        // Nobody is there any more for whom it would tell something.
        if (silence.isAwaited() && underWay.isEmpty()) {
            var _ = current();
        }
        long now = System.nanoTime();
        long toldBefore = reaching.told();
        synchronized (this) {
            boolean isAsking = asking.isPresent() && now - asking.getAsLong() < longestWrite.toNanos();
            if (isAsking) return;
            asking = OptionalLong.of(now);
        }
        var _ = log.newest().whenComplete((newest, failure) -> {
            synchronized (this) {
                asking = OptionalLong.empty();
            }
            // One that has less than it has told has lost it, or is asked for by a leader that was.
            if (failure == null && newest.sequence() >= toldBefore) {
                lag.said(newest.sequence(), now - newest.age().toNanos());
                lag.told(reaching.told());
            }
        });
    }

    // Bounds

    /** Ends what has taken too long, and sends again what may be lost. */
    void tick() {
        long now = System.nanoTime();
        if (!underWay.isEmpty()) silence.asked();
        for (DocumentId id : underWay.keySet()) {
            List<Runnable> ended = new ArrayList<>();
            synchronized (copy.stripes.of(id)) {
                Deque<Publication> queue = underWay.get(id);
                if (queue == null) continue;
                List<Publication> late = queue.stream()
                        .filter(each -> now - each.deadlineNanos >= 0)
                        .toList();
                // Those behind the first would be sent when it ends.
                for (Publication each : late.reversed()) {
                    Write answer = each.lateAnswer();
                    end(each, ended, () -> each.complete(answer));
                }
                Deque<Publication> left = underWay.get(id);
                Publication first = left == null ? null : left.getFirst();
                String attempt = first == null ? null : first.attempt();
                if (first != null && attempt != null && first.takeSentAgain()) append(first, attempt);
            }
            ended.forEach(Runnable::run);
        }
    }

    private void take(Publication publication) {
        synchronized (room) {
            count++;
            bytes += publication.sizeBytes();
        }
    }

    private void leave(Publication publication) {
        publication.end();
        synchronized (room) {
            count--;
            bytes -= publication.sizeBytes();
            room.notifyAll();
        }
    }

    /** Waits until there is room for one more. @return null where there is */
    @Nullable
    Write awaitRoom(Patience patience) {
        if (Thread.currentThread().equals(telling)) return null;
        synchronized (room) {
            while (count >= MOST_UNDER_WAY || bytes >= MOST_BYTES) {
                long left = patience.leftNanos();
                if (left <= 0) return new Write.Busy();
                try {
                    TimeUnit.NANOSECONDS.timedWait(room, left);
                } catch (InterruptedException _) {
                    Thread.currentThread().interrupt();
                    return new Write.Busy();
                }
            }
            return null;
        }
    }

    /** Has it take no more writes, and be told nothing more before long. */
    void stop() {
        closed = true;
        log.stop();
    }

    @Override
    public void close() throws IOException {
        stop();
        log.close();
        for (DocumentId id : underWay.keySet()) {
            Queue<Publication> left;
            synchronized (copy.stripes.of(id)) {
                left = underWay.remove(id);
            }
            if (left != null) left.forEach(each -> each.complete(each.lateAnswer()));
        }
    }
}
