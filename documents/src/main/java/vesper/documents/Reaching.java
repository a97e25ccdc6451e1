package vesper.documents;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/**
 * Futures that complete when everything up to a sequence was delivered. A caller that cancels its future is removed, so
 * that a log that is silent for a day leaves nothing behind. Thread-safe.
 */
final class Reaching {
    /** @param number distinguishes futures for the same sequence */
    private record Awaited(long sequence, long number, CompletableFuture<Void> reached) {}

    private static final Comparator<Awaited> IN_TURN =
            Comparator.comparingLong(Awaited::sequence).thenComparingLong(Awaited::number);

    private final TreeSet<Awaited> awaited = new TreeSet<>(IN_TURN);
    private long numbers;
    private volatile long told;

    /** @param told the last sequence that was delivered before */
    Reaching(long told) {
        this.told = told;
    }

    long told() {
        return told;
    }

    /** Records a delivery. A call of {@link #sayTold} then completes the futures that it reaches. */
    void told(long sequence) {
        told = sequence;
    }

    void sayTold() {
        List<Awaited> reached = new ArrayList<>();
        synchronized (awaited) {
            while (!awaited.isEmpty() && awaited.first().sequence <= told) reached.add(awaited.removeFirst());
        }
        reached.forEach(each -> each.reached.complete(null));
    }

    /**
     * Returns a future that completes when everything up to this sequence was delivered. A caller that stops waiting
     * cancels it.
     */
    CompletableFuture<Void> until(long sequence) {
        Awaited waiting;
        synchronized (awaited) {
            waiting = new Awaited(sequence, ++numbers, new CompletableFuture<>());
            awaited.add(waiting);
        }
        var _ = waiting.reached.whenComplete((_, failure) -> {
            if (failure != null) forget(waiting);
        });
        // The sequence may have been delivered a moment before.
        if (sequence <= told) sayTold();
        return waiting.reached;
    }

    private void forget(Awaited waiting) {
        synchronized (awaited) {
            awaited.remove(waiting);
        }
    }

    /** Returns the number of waiting futures. */
    int size() {
        synchronized (awaited) {
            return awaited.size();
        }
    }
}
