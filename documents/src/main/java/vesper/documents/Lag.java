package vesper.documents;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.LongSupplier;

/** The age of a copy, and whether it is catching up. Thread-safe. */
final class Lag {
    /** A copy younger than this does not count as catching up: readers would hardly notice. */
    static final Duration LONG = Duration.ofSeconds(30);
    /** A log that has not answered for this long is silent; waiting for a newer state would be in vain. */
    static final Duration SILENT = Duration.ofSeconds(5);

    /** Bound on the ends that the copy has not reached yet. */
    private static final int MOST_SAID = 64;

    /** The end of the log at a time. */
    private record End(long sequence, long atNanos) {}

    private final LongSupplier nanoTime;
    /** Ends that the log reported and the copy has not reached yet, the newest last. */
    private final Deque<End> ends = new ArrayDeque<>();

    private boolean hasBeenCurrent;
    private long currentAtNanos;
    private boolean hasAnswered;
    private long answeredAtNanos;
    private long newest;

    /** @param nanoTime like {@link System#nanoTime} */
    Lag(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Records that the copy had everything that was in the log at that time. */
    synchronized void markCurrent(long atNanos) {
        if (!hasBeenCurrent || atNanos - currentAtNanos > 0) currentAtNanos = atNanos;
        hasBeenCurrent = true;
    }

    /** Records the log's answer that this is the sequence of its newest entry. */
    synchronized void markAnswered(long sequence, long atNanos) {
        hasAnswered = true;
        answeredAtNanos = atNanos;
        newest = sequence;
        // Replace the newest end: the copy reaches the older ones sooner, and this one still covers everything.
        boolean isFull = ends.size() == MOST_SAID;
        if (isFull || (!ends.isEmpty() && ends.getLast().sequence == sequence)) ends.removeLast();
        ends.addLast(new End(sequence, atNanos));
    }

    /** Records that the copy has received everything up to this sequence. */
    synchronized void markDelivered(long sequence) {
        if (ends.isEmpty()) return;
        ends.removeIf(end -> {
            boolean isReached = end.sequence <= sequence;
            if (isReached) markCurrent(end.atNanos);
            return isReached;
        });
    }

    /**
     * Returns the age of the copy: it has everything that was in the log that long ago. Empty if it never had
     * everything.
     */
    synchronized Optional<Duration> time() {
        return hasBeenCurrent ? Optional.of(Duration.ofNanos(nanoTime.getAsLong() - currentAtNanos)) : Optional.empty();
    }

    /**
     * Returns whether the copy is old while the log answers and has more, so that it will soon be newer. A copy of a
     * silent log is as good as that of any other node.
     *
     * @param delivered the last sequence that the copy has received
     */
    synchronized boolean isCatchingUp(long delivered) {
        if (!hasBeenCurrent) return true;
        long now = nanoTime.getAsLong();
        boolean isOld = now - currentAtNanos > LONG.toNanos();
        boolean isAnswering = hasAnswered && now - answeredAtNanos < SILENT.toNanos();
        return isOld && isAnswering && delivered < newest;
    }
}
