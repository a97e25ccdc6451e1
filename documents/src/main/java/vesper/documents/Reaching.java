package vesper.documents;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/**
 * Who waits until everything up to a sequence was told. One who has given up, and has cancelled what was waited for, is
 * forgotten, so that a log that tells nothing for a day leaves nothing behind. Any thread may call.
 */
final class Reaching {
    /** @param number of those for one sequence only this one's */
    private record Awaited(long sequence, long number, CompletableFuture<Void> reached) {}

    private static final Comparator<Awaited> IN_TURN =
            Comparator.comparingLong(Awaited::sequence).thenComparingLong(Awaited::number);

    private final TreeSet<Awaited> awaited = new TreeSet<>(IN_TURN);
    private long numbers;
    private volatile long told;

    /** @param told up to where it was told before */
    Reaching(long told) {
        this.told = told;
    }

    long told() {
        return told;
    }

    /** One more was told, which those who wait for it are to hear of by {@link #sayTold}. */
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

    /** Completes when everything up to this sequence was told; who does not wait any more cancels it. */
    CompletableFuture<Void> until(long sequence) {
        Awaited waiting;
        synchronized (awaited) {
            waiting = new Awaited(sequence, ++numbers, new CompletableFuture<>());
            awaited.add(waiting);
        }
        var _ = waiting.reached.whenComplete((_, failure) -> {
            if (failure != null) forget(waiting);
        });
        // It may have been told a moment before.
        if (sequence <= told) sayTold();
        return waiting.reached;
    }

    private void forget(Awaited waiting) {
        synchronized (awaited) {
            awaited.remove(waiting);
        }
    }

    /** How many wait. */
    int size() {
        synchronized (awaited) {
            return awaited.size();
        }
    }
}
