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
 * The link between the shared log of a replicated collection and this node's copy. One write of each document is under
 * way at a time; later ones wait. The log's deliveries decide the outcome of a write: it is stored once its entry is
 * delivered, and it has lost once another version is delivered in its place.
 */
final class Replication implements SharedLog.Follower, Closeable {
    private static final int MOST_UNDER_WAY = 1 << 16;
    private static final long MOST_BYTES = 64 << 20;
    /**
     * The greatest age of the copy at which the log still knows the names of all attempts that the copy has not
     * received. Half of the log's own bound, to leave room for late answers and wrong clocks.
     */
    private static final Duration NAMES_KNOWN = SharedLog.NAMES_KNOWN.dividedBy(2);

    private final String name;
    private final SharedLog log;
    private final DurableCollection<Object> copy;
    private final LogIdentity identity;
    private final String node;
    private final Duration longestWrite;
    private final AtomicLong attempts = new AtomicLong();

    /** Writes by document; the first of each queue is under way. Guarded by the document's stripe. */
    private final ConcurrentHashMap<DocumentId, Deque<Publication>> underWay = new ConcurrentHashMap<>();
    /** Guards the count and the bytes. */
    private final Object room = new Object();

    private int count;
    private long bytes;

    private final SequenceWaiters waiters;
    private final CopyDigests digests;
    private final Lag lag = new Lag(System::nanoTime);
    private final DeliveryTimeout deliveryTimeout;
    private final CurrentChecks currentChecks = new CurrentChecks(this::mark);
    private volatile @Nullable Thread deliveryThread;
    private volatile boolean closed;

    /** Time of the request for the log's newest sequence, while one is open. Guarded by this. */
    private OptionalLong pollStartedNanos = OptionalLong.empty();

    /**
     * @param identity the copy's origin
     * @param node unique among all nodes and restarts
     * @param longestWrite how long a write waits for its outcome
     */
    Replication(
            String name,
            SharedLog log,
            DurableCollection<Object> copy,
            LogIdentity identity,
            String node,
            Duration longestWrite) {
        this.name = name;
        this.log = log;
        this.copy = copy;
        this.identity = identity;
        this.node = node;
        this.longestWrite = longestWrite;
        this.deliveryTimeout = new DeliveryTimeout(longestWrite);
        this.waiters = new SequenceWaiters(copy.deliveredUpTo());
        this.digests = copy.digests(waiters::delivered);
    }

    void start() {
        log.follow(waiters.delivered(), this);
    }

    /**
     * Returns the time limit of a request that enters now: this long for other requests of this node, and less if the
     * log is silent.
     *
     * @param begunNanos start of the request that this belongs to
     */
    RequestDeadline deadline(Duration longest, long begunNanos) {
        RequestDeadline others = RequestDeadline.of(longest);
        return new RequestDeadline() {
            @Override
            public long startedNanos() {
                return begunNanos;
            }

            @Override
            public long remainingNanos() {
                return Math.min(others.remainingNanos(), deliveryTimeout.remainingNanos(begunNanos));
            }
        };
    }

    /** Returns how long a request sent now may wait for the log; 0 or less if the log has been silent for too long. */
    long remainingNanos(RequestDeadline deadline) {
        return deliveryTimeout.remainingNanos(deadline.startedNanos());
    }

    OptionalLong term() {
        return log.term();
    }

    // Writing

    /** Sends a write, or queues it behind the one before. The caller holds the document's stripe. */
    CompletableFuture<Write> enter(Publication publication) {
        if (closed) throw StorageException.stopped(new IOException("the documents are closed"));
        if (log.trouble().isPresent()) return CompletableFuture.completedFuture(new Write.Busy());
        Deque<Publication> queue = underWay.computeIfAbsent(publication.id, _ -> new ArrayDeque<>(1));
        if (publication.isDecided && !queue.isEmpty()) {
            return CompletableFuture.failedFuture(new OvertakenException(publication.id));
        }
        queue.add(publication);
        reserveRoom(publication);
        // close() ends the writes that it finds. It may have passed this queue already, so remove the write here too.
        if (closed) {
            queue.remove(publication);
            if (queue.isEmpty()) underWay.remove(publication.id, queue);
            releaseRoom(publication);
            throw StorageException.stopped(new IOException("the documents are closed"));
        }
        // Nothing depends on the publication yet if it ends at once, so its stripe may be held.
        List<Runnable> ended = new ArrayList<>(1);
        advance(publication.id, queue, ended);
        ended.forEach(Runnable::run);
        return publication;
    }

    /** Returns whether a write to this document is under way. */
    boolean isUnderWay(DocumentId id) {
        return underWay.containsKey(id);
    }

    /** Waits until no write to this document is under way. Returns null, or the reason why the wait failed. */
    @Nullable
    Write awaitWritten(DocumentId id, RequestDeadline deadline) {
        while (true) {
            Publication first;
            synchronized (copy.stripes.of(id)) {
                Deque<Publication> queue = underWay.get(id);
                if (queue == null) return null;
                first = queue.getLast();
            }
            if (deadline.remainingNanos() <= 0) return new Write.Busy();
            // The write ends by its own deadline at the latest.
            var _ = first.handle((_, _) -> null).join();
        }
    }

    private void send(Publication publication) {
        // Two nodes with the same request then append it only once.
        String attempt = publication.nameByKey().orElseGet(() -> node + "/" + attempts.incrementAndGet());
        publication.attempt(attempt);
        append(publication, attempt);
    }

    private void append(Publication publication, String attempt) {
        deliveryTimeout.markRequested();
        var _ = log.append(publication.entry(), publication.expectedSequence(), attempt)
                .whenComplete((outcome, failure) -> answered(
                        publication,
                        attempt,
                        failure == null ? outcome : new SharedLog.Outcome.Unknown(String.valueOf(failure))));
    }

    /** Handles the log's answer to an attempt. An appended entry is delivered separately. */
    private void answered(Publication publication, String attempt, SharedLog.Outcome outcome) {
        List<Runnable> ended = new ArrayList<>();
        Object stripe = copy.stripes.of(publication.id);
        if (Thread.holdsLock(stripe)) {
            // The answer came at once, so the sender still holds the stripe. Complete ended writes later.
            var _ = CompletableFuture.runAsync(() -> answered(publication, attempt, outcome));
            return;
        }
        synchronized (stripe) {
            if (!publication.isOn(attempt) || publication.isDone()) return;
            switch (outcome) {
                case SharedLog.Outcome.Appended(var _, boolean isRepeated)
                when publication.key == null || !isRepeated -> {
                    publication.markAppended();
                    if (publication.isPassed()) endStored(publication, publication.entry(), ended);
                }
                case SharedLog.Outcome.Appended(long sequence, var _)
                when sequence <= waiters.delivered() -> endByKey(publication, ended);
                case SharedLog.Outcome.Appended(long sequence, var _) -> {
                    CompletableFuture<Void> told = waiters.whenDelivered(sequence);
                    var _ = told.thenRun(() -> answered(publication, attempt, outcome));
                    var _ = publication.whenComplete((_, _) -> told.cancel(false));
                }
                case SharedLog.Outcome.Conflict _ when publication.isPassed() -> lost(publication, ended);
                case SharedLog.Outcome.Conflict _ -> publication.markRefused();
                case SharedLog.Outcome.TooLarge _
                when publication.isUncertain() ->
                    end(publication, ended, () -> publication.complete(new Write.OutcomeUnknown()));
                case SharedLog.Outcome.TooLarge(long size, long limit) ->
                    end(publication, ended, () -> publication.complete(new Write.TooLarge(size, limit)));
                case SharedLog.Outcome.Unknown _ -> publication.requestResend();
            }
        }
        ended.forEach(Runnable::run);
    }

    /** Ends a write whose version was stored by this entry, even if newer versions were stored since. */
    private void endStored(Publication publication, SharedLog.Entry by, List<Runnable> ended) {
        Write stored = new Write.Stored(
                by.id(), new Version(by.version()), Instant.ofEpochMilli(by.atMillis()), by.action() == Action.CREATED);
        end(publication, ended, () -> publication.complete(stored));
    }

    /**
     * Ends a write whose key was already used for an entry: it gets that outcome. If this node no longer knows the
     * outcome, the answer is {@link Write.KeyUsed}, because the key must not store anything else.
     */
    private void endByKey(Publication publication, List<Runnable> ended) {
        Write first =
                Optional.ofNullable(publication.key).flatMap(copy::firstOutcome).orElseGet(Write.KeyUsed::new);
        end(publication, ended, () -> publication.complete(first));
    }

    /** Checks the first write of a document again, which was not appended. The caller holds the document's stripe. */
    private void recheck(Publication publication, List<Runnable> ended) {
        Deque<Publication> queue = underWay.get(publication.id);
        if (publication.isDecided) {
            end(publication, ended, () -> publication.completeExceptionally(new OvertakenException(publication.id)));
        } else if (queue != null) {
            publication.prepareRetry();
            advance(publication.id, queue, ended);
        }
    }

    /** Ends a write and sends the next one. The caller holds the stripe and completes the write after releasing it. */
    private void end(Publication publication, List<Runnable> ended, Runnable completing) {
        Deque<Publication> queue = underWay.get(publication.id);
        if (queue == null || !queue.removeFirstOccurrence(publication)) return;
        releaseRoom(publication);
        ended.add(completing);
        advance(publication.id, queue, ended);
    }

    /** Sends the first write of a document that is not refused. The caller holds the document's stripe. */
    private void advance(DocumentId id, Deque<Publication> queue, List<Runnable> ended) {
        while (!queue.isEmpty() && !queue.getFirst().isInProgress()) {
            Publication first = queue.getFirst();
            Write refusal = first.computeEntry();
            if (refusal == null && mayBeStored(first)) {
                checkWhenCurrent(first);
            } else if (refusal == null) {
                send(first);
            } else if (first.mayEndWith(refusal)) {
                queue.remove();
                releaseRoom(first);
                ended.add(() -> first.complete(refusal));
            } else {
                checkWhenCurrent(first);
            }
        }
        if (queue.isEmpty()) underWay.remove(id, queue);
    }

    /**
     * Returns whether an earlier attempt may have stored the write while neither this node nor the log still knows it
     * by its key.
     */
    private boolean mayBeStored(Publication publication) {
        if (publication.key == null || publication.isCurrent()) return false;
        return lag().map(lag -> lag.compareTo(NAMES_KNOWN) > 0).orElse(true);
    }

    /**
     * Checks a write again once this node has received everything that other nodes may have acknowledged before. The
     * caller holds the stripe.
     */
    private void checkWhenCurrent(Publication publication) {
        publication.markChecking();
        var _ = current(publication.deadlineNanos - System.nanoTime()).whenComplete((_, failure) -> {
            List<Runnable> ended = new ArrayList<>(1);
            synchronized (copy.stripes.of(publication.id)) {
                if (!publication.isChecking()) return;
                if (failure == null) {
                    publication.markCurrent();
                    recheck(publication, ended);
                } else {
                    end(publication, ended, () -> publication.complete(new Write.Busy()));
                }
            }
            ended.forEach(Runnable::run);
        });
    }

    // Deliveries

    @Override
    public Optional<String> origin() {
        return identity.log();
    }

    @Override
    public void begin(String of) throws IOException {
        identity.store(of);
    }

    @Override
    public boolean has(long sequence, SharedLog.Entry entry) {
        RetainedVersion<Object> head;
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
        deliveryThread = Thread.currentThread();
        Write full = copy.room(copy.deadline());
        if (full != null)
            throw new StorageException(
                    "the disk of this node is too slow", new IOException("its queue of writes is full"));
        List<Runnable> ended = new ArrayList<>();
        synchronized (copy.stripes.of(entry.id())) {
            if (sequence <= waiters.delivered()) return;
            Deque<Publication> queue = underWay.get(entry.id());
            Publication first = queue == null ? null : queue.getFirst();
            boolean isItsName = first != null && first.isOn(attempt);
            copy.applyDelivered(
                    sequence, entry, first != null && first.hasAppended(attempt, entry) ? first.value : null);
            waiters.markDelivered(sequence);
            if (first != null && isItsName && first.hasSameRequest(entry)) {
                endStored(first, entry, ended);
            } else if (first != null && isItsName) {
                endByKey(first, ended);
            } else if (first != null && !first.isChecking() && sequence > first.expectedSequence()) {
                overtaken(first, entry, ended);
            }
        }
        deliveryTimeout.markDelivered();
        publishDelivered();
        ended.forEach(Runnable::run);
    }

    /**
     * Handles a delivered version other than the one that the first write would make. If the delivered version is
     * beyond that one, both were written while nothing was delivered, and the log no longer retains the earlier one: it
     * may be this write's.
     */
    private void overtaken(Publication first, SharedLog.Entry delivered, List<Runnable> ended) {
        boolean isInItsPlace = delivered.version() <= first.entry().version();
        if (isInItsPlace) recheck(first, ended);
        else if (first.isAppended()) endStored(first, first.entry(), ended);
        else if (first.isRefused()) lost(first, ended);
        else first.markPassed();
    }

    /**
     * Ends a write that the log rejected, whose winner is never delivered. The winner may have been an earlier attempt
     * of the same write.
     */
    private void lost(Publication publication, List<Runnable> ended) {
        if (publication.isUncertain()) end(publication, ended, () -> publication.complete(new Write.OutcomeUnknown()));
        else recheck(publication, ended);
    }

    @Override
    public void mark(long sequence) {
        deliveryThread = Thread.currentThread();
        if (sequence <= waiters.delivered()) return;
        copy.skip(sequence);
        waiters.markDelivered(sequence);
        deliveryTimeout.markDelivered();
        publishDelivered();
    }

    @Override
    public Optional<CopyPart> part(String after) {
        return identity.log().map(log -> digests.part(log, after)).filter(_ -> !closed);
    }

    @Override
    public Optional<SortedMap<String, String>> differences(CopyPart theirs) {
        return identity.log()
                .filter(theirs.log()::equals)
                .flatMap(_ -> digests.differences(theirs))
                // A copy that is closed during the comparison looks as if it could not be read.
                .filter(_ -> !closed);
    }

    private void publishDelivered() {
        lag.markDelivered(waiters.delivered());
        waiters.completeReached();
    }

    /** @throws IllegalStateException if the calling thread would wait for itself */
    void requireMayWait() {
        if (Thread.currentThread().equals(deliveryThread)) {
            throw new IllegalStateException(
                    "code that runs on the acknowledging thread cannot wait for another acknowledgement");
        }
    }

    // Age of the copy

    /** Completes when reads see everything that any node acknowledged before this call. */
    CompletableFuture<Void> current() {
        return current(longestWrite.toNanos());
    }

    /** Works the same for a caller that waits no longer than this. */
    CompletableFuture<Void> current(long longestNanos) {
        long asked = System.nanoTime();
        return currentChecks
                .next()
                .thenRun(() -> lag.markCurrent(asked))
                .orTimeout(Math.min(longestNanos, longestWrite.toNanos()), TimeUnit.NANOSECONDS)
                .exceptionallyCompose(failure -> CompletableFuture.failedFuture(notCurrent(failure)));
    }

    private CompletableFuture<Void> mark() {
        return new Mark(this::appendMark, waiters::whenDelivered, this::isHopeless).within(longestWrite);
    }

    private CompletableFuture<SharedLog.Outcome> appendMark() {
        deliveryTimeout.markRequested();
        return log.mark();
    }

    /** Returns whether nothing that is requested now will be delivered. */
    private boolean isHopeless() {
        return closed || log.trouble().isPresent();
    }

    StorageException notCurrent(Throwable failure) {
        Throwable why = failure instanceof CompletionException wrapped && wrapped.getCause() != null
                ? wrapped.getCause()
                : failure;
        if (why instanceof StorageException known) return known.again();
        SilentLogException silent = why instanceof SilentLogException said
                ? said
                : new SilentLogException("the log did not deliver in time: " + why);
        return new StorageException(
                "collection " + name + " cannot be read at its newest state: " + silent.getMessage(), silent);
    }

    /**
     * Returns the age of the copy: it has everything that was in the log that long ago. Empty if it never had
     * everything, or can no longer follow the log.
     */
    Optional<Duration> lag() {
        return log.trouble().isPresent() ? Optional.empty() : lag.time();
    }

    /** Returns whether the copy is too old to use while newer entries are on their way. */
    boolean isCatchingUp() {
        return lag.isCatchingUp(waiters.delivered());
    }

    /** Asks the log for its newest sequence, unless an earlier request is still open. */
    void pollNewest() {
        // No write is pending, so the log may have nothing to deliver; a mark makes it deliver.
        if (deliveryTimeout.isDeliveryAwaited() && underWay.isEmpty()) {
            var _ = current();
        }
        long now = System.nanoTime();
        long toldBefore = waiters.delivered();
        synchronized (this) {
            boolean isAsking =
                    pollStartedNanos.isPresent() && now - pollStartedNanos.getAsLong() < longestWrite.toNanos();
            if (isAsking) return;
            pollStartedNanos = OptionalLong.of(now);
        }
        var _ = log.newest().whenComplete((newest, failure) -> {
            synchronized (this) {
                pollStartedNanos = OptionalLong.empty();
            }
            // A log that ends before what it has delivered has lost entries, or a former leader has answered.
            if (failure == null && newest.sequence() >= toldBefore) {
                lag.markAnswered(newest.sequence(), now - newest.age().toNanos());
                lag.markDelivered(waiters.delivered());
            }
        });
    }

    // Bounds

    /** Ends writes that have timed out, and sends writes again that may be lost. */
    void tick() {
        long now = System.nanoTime();
        if (!underWay.isEmpty()) deliveryTimeout.markRequested();
        for (DocumentId id : underWay.keySet()) {
            List<Runnable> ended = new ArrayList<>();
            synchronized (copy.stripes.of(id)) {
                Deque<Publication> queue = underWay.get(id);
                if (queue == null) continue;
                List<Publication> late = queue.stream()
                        .filter(each -> now - each.deadlineNanos >= 0)
                        .toList();
                // Newest first: ending the first write would send the next one.
                for (Publication each : late.reversed()) {
                    Write answer = each.lateAnswer();
                    end(each, ended, () -> each.complete(answer));
                }
                Deque<Publication> left = underWay.get(id);
                Publication first = left == null ? null : left.getFirst();
                String attempt = first == null ? null : first.attempt();
                if (first != null && attempt != null && first.takeResendRequest()) append(first, attempt);
            }
            ended.forEach(Runnable::run);
        }
    }

    private void reserveRoom(Publication publication) {
        synchronized (room) {
            count++;
            bytes += publication.sizeBytes();
        }
    }

    private void releaseRoom(Publication publication) {
        publication.end();
        synchronized (room) {
            count--;
            bytes -= publication.sizeBytes();
            room.notifyAll();
        }
    }

    /** Waits until there is room for another write. Returns null once there is. */
    @Nullable
    Write awaitRoom(RequestDeadline deadline) {
        if (Thread.currentThread().equals(deliveryThread)) return null;
        synchronized (room) {
            while (count >= MOST_UNDER_WAY || bytes >= MOST_BYTES) {
                long left = deadline.remainingNanos();
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

    /** Stops accepting writes, and tells the log to stop its deliveries soon. */
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
