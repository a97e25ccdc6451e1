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
 * Finds the requests that are not answered yet by asking each event loop for those of its connections, so that requests
 * pay nothing for being found. A loop that a handler holds does not answer; then its connections are looked at from
 * outside, which is sound as long as the handler still holds it: nothing of them changes meanwhile, and what was written
 * before is seen by who has read {@link Loop#turn}.
 */
final class UnansweredRequests {
    private static final long PATIENCE_MILLIS = 250;

    private final Collection<Loop> loops;

    UnansweredRequests(Collection<Loop> loops) {
        this.loops = List.copyOf(loops);
    }

    /** Oldest first. */
    List<RunningRequest> all(long leastMillis, int most) {
        long now = System.nanoTime();
        List<RunningRequest> all = new ArrayList<>();
        Question<List<RunningRequest>> question = loop -> asTheyAre(loop, leastMillis, now);
        ask(question, question).values().forEach(all::addAll);
        all.sort(Comparator.comparingLong(RunningRequest::ageNanos).reversed());
        return all.size() <= most ? all : List.copyOf(all.subList(0, most));
    }

    private static List<RunningRequest> asTheyAre(Loop loop, long leastMillis, long now) {
        return loop.unanswered().stream()
                .filter(each -> each.isAtLeast(leastMillis, now))
                .map(each -> each.asItIs(loop, now))
                .toList();
    }

    Interruption interrupt(String id) {
        var isDone = new AtomicBoolean();
        Collection<Interruption> found = ask(loop -> interrupt(loop, id), loop -> {
                    Interruption holding = interruptHolding(loop, id);
                    if (holding == Interruption.DONE) isDone.set(true);
                    return holding;
                })
                .values();
        // By that the loop may have gone on before it was told, so that nothing was made of what was seen.
        if (isDone.get()) return Interruption.DONE;
        return found.stream()
                .filter(each -> each != Interruption.GONE)
                .findFirst()
                .orElse(Interruption.GONE);
    }

    private static Interruption interrupt(Loop loop, String id) {
        return find(loop, id).map(Unanswered::interrupt).orElse(Interruption.GONE);
    }

    /** Only what holds the loop: the threads of others may have gone on to something else that waits for the loop. */
    @SuppressWarnings("ReferenceEquality") // it is that very request
    private static Interruption interruptHolding(Loop loop, String id) {
        return find(loop, id)
                .map(each -> each.request() == loop.running() ? each.interrupt() : Interruption.NO_THREAD)
                .orElse(Interruption.GONE);
    }

    private static Optional<Unanswered> find(Loop loop, String id) {
        return loop.unanswered().stream().filter(each -> each.id().equals(id)).findFirst();
    }

    /** What a loop says of its requests. */
    @FunctionalInterface
    private interface Question<T> {
        T ask(Loop loop);
    }

    private <T> Map<Loop, T> ask(Question<T> question, Question<T> whileHeld) {
        Map<Loop, Future<T>> asked = new LinkedHashMap<>();
        for (Loop loop : loops) {
            Callable<T> asking = () -> {
                loop.deliverAnswers();
                return question.ask(loop);
            };
            asked.put(loop, loop.eventLoop.submit(asking));
        }
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
        Map<Loop, T> answers = new LinkedHashMap<>();
        asked.forEach((loop, answer) -> {
            answer.awaitUninterruptibly(Math.max(1, (deadline - System.nanoTime()) / 1_000_000));
            T found = answer.isSuccess() ? answer.getNow() : null;
            // One that has begun meanwhile is waited for a moment longer: it would be done twice.
            if (found == null && !answer.cancel(false))
                found = answer.awaitUninterruptibly().getNow();
            if (found == null) found = fromOutside(loop, whileHeld);
            if (found != null) answers.put(loop, found);
        });
        return answers;
    }

    /** Null where the loop goes on meanwhile, or nothing can be made of what is seen. */
    private static <T> @Nullable T fromOutside(Loop loop, Question<T> question) {
        int turn = loop.turn();
        if (turn % 2 == 0) return null;
        try {
            T found = question.ask(loop);
            return loop.turn() == turn ? found : null;
        } catch (RuntimeException e) {
            // The loop went on while its connections were looked at.
            return null;
        }
    }
}
