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
final class SequenceWaiters {
    /** @param number distinguishes futures for the same sequence */
    private record Waiter(long sequence, long number, CompletableFuture<Void> future) {}

    private static final Comparator<Waiter> IN_TURN =
            Comparator.comparingLong(Waiter::sequence).thenComparingLong(Waiter::number);

    private final TreeSet<Waiter> waiters = new TreeSet<>(IN_TURN);
    private long numbers;
    private volatile long delivered;

    /** @param delivered the last sequence that was delivered before */
    SequenceWaiters(long delivered) {
        this.delivered = delivered;
    }

    long delivered() {
        return delivered;
    }

    /** Records a delivery. A call of {@link #completeReached} then completes the futures that it reaches. */
    void markDelivered(long sequence) {
        delivered = sequence;
    }

    void completeReached() {
        List<Waiter> reached = new ArrayList<>();
        synchronized (waiters) {
            while (!waiters.isEmpty() && waiters.first().sequence <= delivered) reached.add(waiters.removeFirst());
        }
        reached.forEach(each -> each.future.complete(null));
    }

    /**
     * Returns a future that completes when everything up to this sequence was delivered. A caller that stops waiting
     * cancels it.
     */
    CompletableFuture<Void> whenDelivered(long sequence) {
        Waiter waiting;
        synchronized (waiters) {
            waiting = new Waiter(sequence, ++numbers, new CompletableFuture<>());
            waiters.add(waiting);
        }
        var _ = waiting.future.whenComplete((_, failure) -> {
            if (failure != null) forget(waiting);
        });
        // The sequence may have been delivered a moment before.
        if (sequence <= delivered) completeReached();
        return waiting.future;
    }

    private void forget(Waiter waiting) {
        synchronized (waiters) {
            waiters.remove(waiting);
        }
    }

    /** Returns the number of waiting futures. */
    int size() {
        synchronized (waiters) {
            return waiters.size();
        }
    }
}
