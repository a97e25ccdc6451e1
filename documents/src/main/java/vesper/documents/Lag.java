package vesper.documents;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.LongSupplier;

/** How old a copy is, and whether it is about to be newer. Any thread may call. */
final class Lag {
    /** Who has read from a copy that was away for a moment would not have noticed. */
    static final Duration LONG = Duration.ofSeconds(30);
    /** A log that does not answer is told by nobody, and who waits for it waits in vain. */
    static final Duration SILENT = Duration.ofSeconds(5);

    /** Of answers that what they speak of is waited for, at one time. */
    private static final int MOST_SAID = 64;

    /** Where the log ended then. */
    private record End(long sequence, long atNanos) {}

    private final LongSupplier nanoTime;
    /** What was said and not told yet, the newest last. */
    private final Deque<End> ends = new ArrayDeque<>();

    private boolean wasCurrent;
    private long currentAtNanos;
    private boolean hasAnswered;
    private long answeredAtNanos;
    private long newest;

    /** @param nanoTime as {@link System#nanoTime} */
    Lag(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Everything is here that was in the log then. */
    synchronized void wasCurrent(long atNanos) {
        if (!wasCurrent || atNanos - currentAtNanos > 0) currentAtNanos = atNanos;
        wasCurrent = true;
    }

    /** The log has said that this is the sequence of its newest entry. */
    synchronized void said(long sequence, long atNanos) {
        hasAnswered = true;
        answeredAtNanos = atNanos;
        newest = sequence;
        // Those before it come sooner, and by this one the last of them all is known.
        boolean isFull = ends.size() == MOST_SAID;
        if (isFull || (!ends.isEmpty() && ends.getLast().sequence == sequence)) ends.removeLast();
        ends.addLast(new End(sequence, atNanos));
    }

    /** Everything was told up to this sequence. */
    synchronized void told(long sequence) {
        if (ends.isEmpty()) return;
        ends.removeIf(end -> {
            boolean isReached = end.sequence <= sequence;
            if (isReached) wasCurrent(end.atNanos);
            return isReached;
        });
    }

    /** How long ago everything was here that was in the log then; empty where that never was. */
    synchronized Optional<Duration> time() {
        return wasCurrent ? Optional.of(Duration.ofNanos(nanoTime.getAsLong() - currentAtNanos)) : Optional.empty();
    }

    /**
     * Whether what is here is old, and the log is there that has more: before long it is not. A copy that nobody tells
     * anything is as good as that of any other node.
     *
     * @param told up to where it was told
     */
    synchronized boolean isCatchingUp(long told) {
        if (!wasCurrent) return true;
        long now = nanoTime.getAsLong();
        boolean isOld = now - currentAtNanos > LONG.toNanos();
        boolean isAnswering = hasAnswered && now - answeredAtNanos < SILENT.toNanos();
        return isOld && isAnswering && told < newest;
    }
}
