package vesper.http;

import io.netty.util.concurrent.Future;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The list of unanswered requests, found by querying each event loop for those of its connections, so that requests pay
 * nothing for being listed. A loop that a handler holds does not respond. Then its connections are read from outside.
 * That is sound as long as the same handler still holds the loop: nothing changes in the meantime, and earlier writes
 * are visible to a thread that has read {@link Loop#turn}.
 */
final class UnansweredRequests {
    private static final long PATIENCE_MILLIS = 250;

    private final Collection<Loop> loops;

    UnansweredRequests(Collection<Loop> loops) {
        this.loops = List.copyOf(loops);
    }

    /** Returns the requests, oldest first. */
    List<RunningRequest> all(long leastMillis, int most) {
        long now = System.nanoTime();
        List<RunningRequest> all = new ArrayList<>();
        LoopQuery<List<RunningRequest>> question = loop -> snapshots(loop, leastMillis, now);
        queryAll(question, question).values().forEach(all::addAll);
        all.sort(Comparator.comparingLong(RunningRequest::ageNanos).reversed());
        return all.size() <= most ? all : List.copyOf(all.subList(0, most));
    }

    private static List<RunningRequest> snapshots(Loop loop, long leastMillis, long now) {
        return loop.unanswered().stream()
                .filter(each -> each.isAtLeast(leastMillis, now))
                .map(each -> each.snapshot(loop, now))
                .toList();
    }

    Interruption interrupt(String id) {
        var isDone = new AtomicBoolean();
        Collection<Interruption> found = queryAll(loop -> interrupt(loop, id), loop -> {
                    Interruption holding = interruptHolding(loop, id);
                    if (holding == Interruption.DONE) isDone.set(true);
                    return holding;
                })
                .values();
        // The interrupt itself may have freed the loop before the check, so that the result was discarded.
        if (isDone.get()) return Interruption.DONE;
        return found.stream()
                .filter(each -> each != Interruption.GONE)
                .findFirst()
                .orElse(Interruption.GONE);
    }

    private static Interruption interrupt(Loop loop, String id) {
        return find(loop, id).map(UnansweredRequest::interrupt).orElse(Interruption.GONE);
    }

    /**
     * Interrupts only the request that holds the loop: threads of others may have moved on to work that waits for the
     * loop.
     */
    @SuppressWarnings("ReferenceEquality") // the identical request is meant
    private static Interruption interruptHolding(Loop loop, String id) {
        return find(loop, id)
                .map(each -> each.request() == loop.running() ? each.interrupt() : Interruption.NO_THREAD)
                .orElse(Interruption.GONE);
    }

    private static Optional<UnansweredRequest> find(Loop loop, String id) {
        return loop.unanswered().stream().filter(each -> each.id().equals(id)).findFirst();
    }

    /** A query for the requests of one loop. */
    @FunctionalInterface
    private interface LoopQuery<T> {
        T run(Loop loop);
    }

    private <T> Map<Loop, T> queryAll(LoopQuery<T> question, LoopQuery<T> whileHeld) {
        Map<Loop, Future<T>> asked = new LinkedHashMap<>();
        for (Loop loop : loops) {
            Callable<T> asking = () -> {
                loop.deliverAnswers();
                return question.run(loop);
            };
            asked.put(loop, loop.eventLoop.submit(asking));
        }
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        Map<Loop, T> answers = new LinkedHashMap<>();
        asked.forEach((loop, answer) -> {
            answer.awaitUninterruptibly(Math.max(1, (deadline - System.nanoTime()) / 1_000_000));
            T found = answer.isSuccess() ? answer.getNow() : null;
            // A query that has just started is waited for, or its action would be done twice.
            if (found == null && !answer.cancel(false))
                found = answer.awaitUninterruptibly().getNow();
            if (found == null) found = fromOutside(loop, whileHeld);
            if (found != null) answers.put(loop, found);
        });
        return answers;
    }

    /** Returns null if the loop moved on in the meantime, or its state could not be read. */
    private static <T> @Nullable T fromOutside(Loop loop, LoopQuery<T> question) {
        int turn = loop.turn();
        if (turn % 2 == 0) return null;
        try {
            T found = question.run(loop);
            return loop.turn() == turn ? found : null;
        } catch (RuntimeException e) {
            // The loop moved on while its connections were read.
            return null;
        }
    }
}
