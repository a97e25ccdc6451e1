package vesper.services.timers;

import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.documents.Decision;
import vesper.documents.Document;
import vesper.documents.DocumentCollection;
import vesper.documents.DocumentId;
import vesper.documents.IdempotencyKey;
import vesper.documents.Next;
import vesper.documents.Page;
import vesper.documents.Storage;
import vesper.documents.Version;
import vesper.documents.Write;
import vesper.rest.triggers.InvocationRefusedException;
import vesper.rest.triggers.Invoker;
import vesper.services.timers.TimerStore.DueRow;

/**
 * Fires the timers of a collection, from {@link #start} until it is closed. It examines them once a second, whenever
 * one is set, and after one has fired that was set again meanwhile.
 *
 * <p>With replicated documents, one node fires the timers, and another takes over when it considers the first one dead.
 * For a short time, both may do so. A node therefore claims a timer before it fires, which only one node can do. The
 * result is stored under an idempotency key of this firing, so it is stored once even if two nodes compute it. The
 * holder of the claim settles the timer.
 */
public final class TimerScheduler<T> implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TimerScheduler.class);
    private static final long POLL_MILLIS = 1000;
    private static final int BATCH = 256;
    private static final int MAX_AT_ONCE = 64;
    private static final int MAX_ATTEMPTS = 10;
    /** With doubling delays, that is more than four minutes in total. */
    private static final int MAX_MISSING_RETRIES = 8;

    private static final long MAX_STOP_SECONDS = 10;

    private final String name;
    private final DocumentCollection<T> documents;
    private final TimerStore store;
    private final TimerCallback<T> callback;
    private final Invoker invoker;
    private final InstantSource clock;
    private final OptionalLong term;
    /** True if another node might fire the same timers. */
    private final boolean isShared;

    private final Semaphore permits = new Semaphore(MAX_AT_ONCE);
    private final Set<DocumentId> firing = ConcurrentHashMap.newKeySet();
    /** Documents with a row that was due while another timer of theirs fired. */
    private final Set<DocumentId> skipped = ConcurrentHashMap.newKeySet();

    private volatile boolean closing;
    private @Nullable Thread thread;

    /**
     * @param invoker runs the code that timers call
     * @param term term in which this node leads the collection; timers fire while it lasts
     */
    public TimerScheduler(
            DocumentCollection<T> documents,
            TimerStore store,
            TimerCallback<T> callback,
            Invoker invoker,
            InstantSource clock,
            long term) {
        this.name = documents.name();
        this.documents = documents;
        this.store = store;
        this.callback = callback;
        this.invoker = invoker;
        this.clock = clock;
        this.term = OptionalLong.of(term);
        this.isShared = documents.policy().storage() == Storage.REPLICATED;
    }

    public synchronized void start() {
        if (thread != null || closing) return;
        Thread started = Thread.ofVirtual().name("timers of " + name).unstarted(this::run);
        thread = started;
        store.setListener(() -> LockSupport.unpark(started));
        started.start();
    }

    /** Stops firing, and waits up to ten seconds for calls in progress. */
    @Override
    public void close() {
        synchronized (this) {
            closing = true;
            if (thread == null) return;
            LockSupport.unpark(thread);
        }
        try {
            if (permits.tryAcquire(MAX_AT_ONCE, MAX_STOP_SECONDS, TimeUnit.SECONDS)) permits.release(MAX_AT_ONCE);
            else LOG.warn("timers of {} have not stopped in time", name);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        while (!closing) {
            long pauseMillis = POLL_MILLIS;
            try {
                pauseMillis = fireAllDue();
            } catch (RuntimeException failure) {
                LOG.error("cannot read the timers of {}", name, failure);
            }
            if (!closing) LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(pauseMillis));
        }
    }

    /** @return milliseconds until the next timer is due, at most a second */
    private long fireAllDue() {
        long now = clock.millis();
        Optional<DocumentId> after = Optional.empty();
        do {
            Page<DueRow, DocumentId> page = store.dueRows(after, BATCH);
            for (DueRow row : page.items()) {
                if (row.due() > now) return Math.min(POLL_MILLIS, row.due() - now);
                startFiring(row);
                if (closing) return 0;
            }
            after = page.next();
        } while (after.isPresent());
        return POLL_MILLIS;
    }

    private void startFiring(DueRow row) {
        // The timers of a document fire one after the other. The next round examines a row again that is skipped here.
        if (!tryReserve(row.document())) return;
        permits.acquireUninterruptibly();
        Thread scheduler = Thread.currentThread();
        Thread.ofVirtual().name("timer of " + name).start(() -> {
            boolean isSettled = false;
            try {
                isSettled = fireDue(row);
            } catch (RuntimeException | Error failure) {
                LOG.error("a timer of {} in {} could not fire", row.document(), name, failure);
            } finally {
                firing.remove(row.document());
                permits.release();
                // A timer that fires may set itself again, for a time before it is settled. Without progress, the next
                // round would skip the same row.
                if (skipped.remove(row.document()) && isSettled) LockSupport.unpark(scheduler);
            }
        });
    }

    /** Returns whether no timer of a document fires; if one does, another round follows it. */
    private boolean tryReserve(DocumentId document) {
        if (firing.add(document)) return true;
        skipped.add(document);
        // That timer may have ended before it could see this.
        if (!firing.add(document)) return false;
        skipped.remove(document);
        return true;
    }

    /** @return whether a timer was settled */
    private boolean fireDue(DueRow row) {
        long now = clock.millis();
        boolean isSettled = false;
        for (Map.Entry<String, TimerState> timer :
                store.dueTimers(row.document(), now).entrySet()) {
            if (closing || !isLeader()) return false;
            Optional<TimerState> claimed = claim(row.document(), timer.getKey(), timer.getValue());
            if (claimed.isEmpty()) return false;
            if (!fire(row.document(), timer.getKey(), claimed.get(), now)) return false;
            isSettled = true;
        }
        store.drop(row, isSettled, now);
        return isSettled;
    }

    private boolean isLeader() {
        return documents.term().equals(term);
    }

    private Optional<TimerState> claim(DocumentId id, String timer, TimerState set) {
        return isShared ? store.claim(id, timer, set, term.orElseThrow()) : Optional.of(set);
    }

    /** @return whether the timer is settled; if not, it is tried again unchanged */
    private boolean fire(DocumentId id, String timer, TimerState set, long now) {
        if (!callback.names().contains(timer)) {
            LOG.warn("document {} of {} has a timer {} that no method handles; dropping it", id, name, timer);
            store.settle(id, timer, set, Optional.empty());
            return true;
        }
        Write write;
        try {
            write = invoker.invoke(
                    "/timers/" + name + "/" + timer + "/" + id.text(), () -> writeResult(id, timer, set));
        } catch (NoLongerLeaderException noLongerLeader) {
            LOG.info("timer {} of document {} is left to another node: {}", timer, id, noLongerLeader.getMessage());
            return false;
        } catch (InvocationRefusedException rejected) {
            LOG.debug("timer {} of document {} in {} waits: {}", timer, id, name, rejected.getMessage());
            return false;
        } catch (Exception | Error failure) {
            // Anything that the service's code throws.
            scheduleRetry(id, timer, set, String.valueOf(failure.getMessage()), failure);
            return true;
        }
        return settle(id, timer, set, write, now);
    }

    /**
     * Settles a timer by the outcome of its write. If that outcome cannot be stored, the timer does not change, so that
     * the next attempt uses the same key.
     */
    private boolean settle(DocumentId id, String timer, TimerState set, Write write, long now) {
        switch (write) {
            // A key belongs to one firing, so a result that is already stored under it is the result of this firing.
            case Write.Stored _, Write.Unchanged _, Write.KeyUsed _ ->
                store.settle(id, timer, set, set.repeats() ? Optional.of(set.afterFiring(now)) : Optional.empty());
            // The document was deleted, or is about to be created: its timers are set before it is stored.
            case Write.Missing _
            when set.failures() < MAX_MISSING_RETRIES ->
                store.settle(id, timer, set, Optional.of(set.afterFailure(clock.millis())));
            case Write.Missing _ -> store.settle(id, timer, set, Optional.empty());
            // The result may be stored under its key. With another time, the timer would have another key.
            case Write.Busy _, Write.OutcomeUnknown _
            when isShared -> {
                LOG.debug("timer {} of document {} in {} will fire when the cluster answers again", timer, id, name);
                return false;
            }
            case Write failed -> scheduleRetry(id, timer, set, failed.toString(), null);
        }
        return true;
    }

    private void scheduleRetry(DocumentId id, String timer, TimerState set, String why, @Nullable Throwable failure) {
        LOG.error("timer {} of document {} in {} failed and will be retried: {}", timer, id, name, why, failure);
        store.settle(id, timer, set, Optional.of(set.afterFailure(clock.millis())));
    }

    /** Calls the method and stores its result. If the document changes in the meantime, reads it again. */
    private Write writeResult(DocumentId id, String timer, TimerState set) {
        Write write = new Write.Missing();
        for (int n = 0; n < MAX_ATTEMPTS; n++) {
            Optional<Version> seen = documents.get(id).map(Document::version);
            Decision<T> decision =
                    current -> current.map(it -> next(id, timer, it)).orElseGet(Next.Unchanged::new);
            write = isShared
                    ? documents.decideOnce(key(id, timer, set), id, seen, decision)
                    : documents.decide(id, seen, decision);
            if (!(write instanceof Write.Stale) && !(write instanceof Write.Unnamed)) return write;
        }
        return write;
    }

    /** Returns the same key on every node that fires this timer, for this time and setting. */
    private static IdempotencyKey key(DocumentId id, String timer, TimerState set) {
        String hash = TimerStore.hash(id.text() + ' ' + timer);
        Long setting = set.setting();
        // Timers from before settings had numbers keep the keys that they always had.
        String which = setting == null ? "" : "." + setting;
        return new IdempotencyKey(IdempotencyKey.OWN_PREFIX + "timer." + hash + "." + set.due() + which);
    }

    private Next<T> next(DocumentId id, String timer, Document<T> current) {
        if (!isLeader()) throw new NoLongerLeaderException(name);
        TimerChanges changes = TimerChanges.ofDocument(callback.names(), clock);
        Next<T> next = callback.fire(timer, current, changes);
        store.change(id, changes);
        return next;
    }
}
