package vesper.documents;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The newest changes of a collection, for all its feeds. Their number is bounded, and so are the bytes of those whose
 * size is known. Any thread may add changes, and none waits for a reader.
 */
final class RecentChanges<T> {
    private static final long MOST_BYTES = 32 << 20;
    private static final int LEAST_SHARE_OF_MEMORY = 16;

    private final AtomicReferenceArray<@Nullable RetainedVersion<T>> ring;
    private final int mask;
    private final long mostBytes = Math.min(MOST_BYTES, Runtime.getRuntime().maxMemory() / LEAST_SHARE_OF_MEMORY);
    /** The sequence of the next change. */
    private final AtomicLong next;
    /** Sequence of the newest entry that is a change. A shared log also has entries that are not. */
    private volatile long newestChange;
    /** Sequence of the oldest change that may be kept. */
    private final AtomicLong oldest;

    private final AtomicLong heldBytes = new AtomicLong();
    private final AtomicInteger waiting = new AtomicInteger();
    private final Object signal = new Object();

    RecentChanges(int most, long first) {
        int slots = Integer.highestOneBit(Math.max(2, most) * 2 - 1);
        this.ring = new AtomicReferenceArray<>(slots);
        this.mask = slots - 1;
        this.next = new AtomicLong(first);
        this.newestChange = first - 1;
        this.oldest = new AtomicLong(first);
    }

    /** Assigns a sequence to a change and makes it visible. */
    void add(RetainedVersion<T> version) {
        long sequence = next.getAndIncrement();
        version.setSequence(sequence);
        keep(version, sequence);
        if (waiting.get() > 0) signalAdded();
    }

    /**
     * Makes a change visible that has its sequence already and follows the one before. Only one thread may call this at
     * a time.
     */
    void addNext(RetainedVersion<T> version) {
        keep(version, version.sequence());
        if (version.isChange()) newestChange = version.sequence();
        next.set(version.sequence() + 1);
        if (waiting.get() > 0) signalAdded();
    }

    private void keep(RetainedVersion<T> version, long sequence) {
        int slot = (int) sequence & mask;
        RetainedVersion<T> before = ring.get(slot);
        // A thread that was delayed for a whole round finds a newer change in its slot.
        while (before == null || before.sequence() < sequence) {
            if (ring.compareAndSet(slot, before, version)) {
                count(version, before);
                break;
            }
            before = ring.get(slot);
        }
    }

    private void count(RetainedVersion<T> version, @Nullable RetainedVersion<T> before) {
        long more = (long) sizeBytes(version) - sizeBytes(before);
        if (more == 0) return;
        long held = heldBytes.addAndGet(more);
        while (held > mostBytes) {
            long sequence = oldest.getAndIncrement();
            if (sequence >= version.sequence()) return;
            int slot = (int) sequence & mask;
            RetainedVersion<T> old = ring.get(slot);
            boolean isIts = old != null && old.sequence() == sequence;
            if (isIts && ring.compareAndSet(slot, old, null)) held = heldBytes.addAndGet(-sizeBytes(old));
        }
    }

    /** Replaces changes by others: the same version in another form, or null if it can be found elsewhere. */
    @SuppressWarnings("ReferenceEquality") // It is the same object or another one.
    void replaceAll(Function<RetainedVersion<T>, @Nullable RetainedVersion<T>> other) {
        for (int slot = 0; slot < ring.length(); slot++) {
            RetainedVersion<T> before = ring.get(slot);
            if (before == null) continue;
            RetainedVersion<T> after = other.apply(before);
            boolean isReplaced = after != before && ring.compareAndSet(slot, before, after);
            if (isReplaced) heldBytes.addAndGet((long) sizeBytes(after) - sizeBytes(before));
        }
    }

    private int sizeBytes(@Nullable RetainedVersion<T> version) {
        return version == null ? 0 : version.heldBytes();
    }

    private void signalAdded() {
        synchronized (signal) {
            signal.notifyAll();
        }
    }

    /** Returns the sequence of the newest change. Its document was visible before the change is counted here. */
    long newest() {
        return next.get() - 1;
    }

    /** Returns the sequence of the newest entry that is a change, in a collection that uses {@link #addNext}. */
    long newestChange() {
        return newestChange;
    }

    /** Returns whether a change with this sequence was kept once and no longer is. */
    boolean isGone(long sequence) {
        if (sequence < oldest.get() || sequence < next.get() - ring.length()) return true;
        RetainedVersion<T> there = ring.get((int) sequence & mask);
        return there != null && there.sequence() > sequence;
    }

    /** Returns the change with this sequence, or null if it is gone or has not happened yet. */
    @Nullable
    RetainedVersion<T> at(long sequence) {
        RetainedVersion<T> there = ring.get((int) sequence & mask);
        return there != null && there.sequence() == sequence ? there : null;
    }

    /** Waits until the change with this sequence is kept or gone, or until the time is over. */
    void await(long sequence, long untilNanos) throws InterruptedException {
        waiting.incrementAndGet();
        try {
            synchronized (signal) {
                while (at(sequence) == null && !isGone(sequence)) {
                    long millis = (untilNanos - System.nanoTime() + 999_999) / 1_000_000;
                    if (millis <= 0) return;
                    signal.wait(millis);
                }
            }
        } finally {
            waiting.decrementAndGet();
        }
    }
}
