package vesper.testing;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Waits, up to 30 seconds, for effects of other threads or processes. */
public final class Eventually {
    private static final Duration BOUND = Duration.ofSeconds(30);
    private static final long SHORTEST_PAUSE_NANOS = 1_000_000;
    private static final long LONGEST_PAUSE_NANOS = 50_000_000;
    /** A pause is this part of the time waited so far, so a condition holds for at most that part before it is seen. */
    private static final int PAUSES_PER_WAIT = 20;

    private Eventually() {}

    /** A condition to wait for. An exception {@code E} ends the wait. */
    @FunctionalInterface
    public interface Condition<E extends Exception> {
        boolean holds() throws E;
    }

    /** A value to read until it is as expected. */
    @FunctionalInterface
    public interface Question<T, E extends Exception> {
        T ask() throws E;
    }

    public static <E extends Exception> void until(Condition<E> condition) throws E {
        until("what is waited for", condition);
    }

    public static <E extends Exception> void until(String what, Condition<E> condition) throws E {
        if (!holdsWithin(BOUND, condition)) throw new AssertionError(what + " has not come true in " + BOUND);
    }

    /** Waits for a condition. The failure message has the actual value. */
    public static <E extends Exception> void until(Condition<E> condition, Supplier<?> actual) throws E {
        if (!holdsWithin(BOUND, condition)) throw new AssertionError("after " + BOUND + " still " + actual.get());
    }

    /** Waits for a condition and returns whether it held in time. */
    public static <E extends Exception> boolean holdsWithin(Duration time, Condition<E> condition) throws E {
        long begun = System.nanoTime();
        while (!condition.holds()) {
            if (System.nanoTime() - begun > time.toNanos()) return false;
            pause(begun);
        }
        return true;
    }

    /** Conditions are often requests to the server under test, which has to compute as well. */
    private static void pause(long begunNanos) {
        long waited = System.nanoTime() - begunNanos;
        LockSupport.parkNanos(Math.clamp(waited / PAUSES_PER_WAIT, SHORTEST_PAUSE_NANOS, LONGEST_PAUSE_NANOS));
    }

    /** Returns the first answer that is as expected. The failure message has the last answer. */
    public static <T, E extends Exception> T answer(String what, Question<T, E> question, Predicate<T> expected)
            throws E {
        long begun = System.nanoTime();
        while (true) {
            T answer = question.ask();
            if (expected.test(answer)) return answer;
            if (System.nanoTime() - begun > BOUND.toNanos())
                throw new AssertionError(what + " is after " + BOUND + " still " + answer);
            pause(begun);
        }
    }
}
