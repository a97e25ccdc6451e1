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
import vesper.services.timers.TimerBook.DueRow;

/**
 * Rings the timers of a collection, from {@link #start} until it is closed: looks once a second, and when one was set.
 *
 * <p>Where several nodes have the documents, one rings, and another one goes on that takes it for dead. So a timer is
 * claimed before it rings, which one of them can; what comes of it is stored under a key that is the ring's, so that it is
 * stored once, whoever comes to do it; and it is settled by whoever has the claim.
 */
public final class TimerRinging<T> implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(TimerRinging.class);
    private static final long LOOK_MILLIS = 1000;
    private static final int PART = 256;
    private static final int MOST_AT_ONCE = 64;
    private static final int MOST_ATTEMPTS = 10;
    /** That is more than four minutes in all. */
    private static final int MOST_MISSES = 8;

    private static final long LONGEST_END_SECONDS = 10;

    private final String name;
    private final DocumentCollection<T> documents;
    private final TimerBook book;
    private final Ringer<T> ringer;
    private final InstantSource clock;
    private final OptionalLong term;
    /** Whether another node might come to ring the same timers. */
    private final boolean isShared;

    private final Semaphore room = new Semaphore(MOST_AT_ONCE);
    private final Set<DocumentId> ringing = ConcurrentHashMap.newKeySet();
    private volatile boolean closing;
    private @Nullable Thread thread;

    /** @param term in which this node leads the collection: timers ring as long as that lasts */
    public TimerRinging(
            DocumentCollection<T> documents, TimerBook book, Ringer<T> ringer, InstantSource clock, long term) {
        this.name = documents.name();
        this.documents = documents;
        this.book = book;
        this.ringer = ringer;
        this.clock = clock;
        this.term = OptionalLong.of(term);
        this.isShared = documents.policy().storage() == Storage.REPLICATED;
    }

    public synchronized void start() {
        if (thread != null || closing) return;
        Thread started = Thread.ofVirtual().name("timers of " + name).unstarted(this::run);
        thread = started;
        book.whenChanged(() -> LockSupport.unpark(started));
        started.start();
    }

    /** Rings no more; those that ring may take ten seconds to end. */
    @Override
    public void close() {
        synchronized (this) {
            closing = true;
            if (thread == null) return;
            LockSupport.unpark(thread);
        }
        try {
            if (room.tryAcquire(MOST_AT_ONCE, LONGEST_END_SECONDS, TimeUnit.SECONDS)) room.release(MOST_AT_ONCE);
            else LOG.warn("timers of {} still run code that was to end", name);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        while (!closing) {
            long pauseMillis = LOOK_MILLIS;
            try {
                pauseMillis = round();
            } catch (RuntimeException failure) {
                LOG.error("timers of {} could not be looked at", name, failure);
            }
            if (!closing) LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(pauseMillis));
        }
    }

    /** @return milliseconds until the next one is due, a second at most */
    private long round() {
        long now = clock.millis();
        Optional<DocumentId> after = Optional.empty();
        do {
            Page<DueRow, DocumentId> page = book.due(after, PART);
            for (DueRow row : page.items()) {
                if (row.due() > now) return Math.min(LOOK_MILLIS, row.due() - now);
                begin(row);
                if (closing) return 0;
            }
            after = page.next();
        } while (after.isPresent());
        return LOOK_MILLIS;
    }

    private void begin(DueRow row) {
        // The timers of a document ring one after the other; a row that is passed over here is looked at again.
        if (!ringing.add(row.document())) return;
        room.acquireUninterruptibly();
        Thread.ofVirtual().name("timer of " + name).start(() -> {
            try {
                ring(row);
            } catch (RuntimeException | Error failure) {
                LOG.error("a timer of {} in {} could not ring", row.document(), name, failure);
            } finally {
                ringing.remove(row.document());
                room.release();
            }
        });
    }

    private void ring(DueRow row) {
        long now = clock.millis();
        boolean isSettled = false;
        for (Map.Entry<String, SetTimer> timer :
                book.ringing(row.document(), now).entrySet()) {
            if (closing || !leads()) return;
            Optional<SetTimer> mine = claimed(row.document(), timer.getKey(), timer.getValue());
            if (mine.isEmpty()) return;
            if (!ring(row.document(), timer.getKey(), mine.get(), now)) return;
            isSettled = true;
        }
        book.drop(row, isSettled, now);
    }

    private boolean leads() {
        return documents.term().equals(term);
    }

    private Optional<SetTimer> claimed(DocumentId id, String timer, SetTimer set) {
        return isShared ? book.claim(id, timer, set, term.orElseThrow()) : Optional.of(set);
    }

    /** @return whether it is settled; where it is not, it is looked at again as it is */
    private boolean ring(DocumentId id, String timer, SetTimer set, long now) {
        if (!ringer.names().contains(timer)) {
            LOG.warn("document {} of {} has a timer {}, and nothing is called by it any more", id, name, timer);
            book.settle(id, timer, set, Optional.empty());
            return true;
        }
        Write write;
        try {
            write = rung(id, timer, set);
        } catch (DeposedException deposed) {
            LOG.info("timer {} of document {} is left: {}", timer, id, deposed.getMessage());
            return false;
        } catch (RuntimeException | Error failure) {
            // Whatever the service's code throws.
            failed(id, timer, set, String.valueOf(failure.getMessage()), failure);
            return true;
        }
        return settled(id, timer, set, write, now);
    }

    /** Where this cannot be stored, the timer stays as it is, so that its next ring is known to be the same one. */
    private boolean settled(DocumentId id, String timer, SetTimer set, Write write, long now) {
        switch (write) {
            // Nobody else has the key of a ring, so what is stored under it is what this ring would have stored.
            case Write.Stored _, Write.Unchanged _, Write.KeyUsed _ ->
                book.settle(id, timer, set, set.ringsAgain() ? Optional.of(set.rung(now)) : Optional.empty());
            // It was deleted, or it is about to be created: its timers are set before it is stored.
            case Write.Missing _
            when set.failures() < MOST_MISSES -> book.settle(id, timer, set, Optional.of(set.failed(clock.millis())));
            case Write.Missing _ -> book.settle(id, timer, set, Optional.empty());
            // It may be stored under its key, which it would not have at another time.
            case Write.Busy _, Write.Unsure _
            when isShared -> {
                LOG.debug("timer {} of document {} in {} rings when the cluster answers again", timer, id, name);
                return false;
            }
            case Write refused -> failed(id, timer, set, refused.toString(), null);
        }
        return true;
    }

    private void failed(DocumentId id, String timer, SetTimer set, String why, @Nullable Throwable failure) {
        LOG.error("timer {} of document {} in {} failed, and rings again: {}", timer, id, name, why, failure);
        book.settle(id, timer, set, Optional.of(set.failed(clock.millis())));
    }

    /** Where it is in another version by then, the document is looked at again. */
    private Write rung(DocumentId id, String timer, SetTimer set) {
        Write write = new Write.Missing();
        for (int n = 0; n < MOST_ATTEMPTS; n++) {
            Optional<Version> seen = documents.get(id).map(Document::version);
            Decision<T> decision = there -> there.map(it -> next(id, timer, it)).orElseGet(Next.Unchanged::new);
            write = isShared
                    ? documents.decideOnce(key(id, timer, set), id, seen, decision)
                    : documents.decide(id, seen, decision);
            if (!(write instanceof Write.Stale) && !(write instanceof Write.Unnamed)) return write;
        }
        return write;
    }

    /** The same for every node that rings this timer for this time, as it was set now. */
    private static IdempotencyKey key(DocumentId id, String timer, SetTimer set) {
        String hash = TimerBook.hash(id.text() + ' ' + timer);
        Long setting = set.setting();
        // One that was set before settings had numbers rings under the key that it always had.
        String which = setting == null ? "" : "." + setting;
        return new IdempotencyKey(IdempotencyKey.OWN_PREFIX + "timer." + hash + "." + set.due() + which);
    }

    private Next<T> next(DocumentId id, String timer, Document<T> current) {
        if (!leads()) throw new DeposedException(name);
        TimerChanges changes = TimerChanges.ofDocument(ringer.names(), clock);
        Next<T> next = ringer.ring(timer, current, changes);
        book.change(id, changes);
        return next;
    }
}
