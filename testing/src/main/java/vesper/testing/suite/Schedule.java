package vesper.testing.suite;

import static java.util.Objects.requireNonNull;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.function.ToLongFunction;

/**
 * The test classes that have not been started yet, longest first. Safe for use by several threads.
 *
 * <p>A JVM belongs to a module, and starting one costs more than most classes. So a JVM stays with its module until no
 * class is left, and a new one goes to the module with the most work for each JVM that it already has.
 */
final class Schedule {

    private static final class Work {
        final Queue<TestClass> classes = new ArrayDeque<>();
        long millis;
        int jvms;
    }

    /** A further JVM for a module would spend more time on its start than it saves. */
    private static final long LEAST_MILLIS_FOR_ANOTHER_JVM = 10_000;

    private final Map<TestModule, Work> waiting = new LinkedHashMap<>();
    private final ToLongFunction<TestClass> expectedMillis;

    Schedule(List<TestClass> classes, ToLongFunction<TestClass> expectedMillis) {
        this.expectedMillis = expectedMillis;
        classes.stream()
                .sorted(Comparator.comparingLong(expectedMillis).reversed())
                .forEach(test -> {
                    Work work = waiting.computeIfAbsent(test.module(), _ -> new Work());
                    work.classes.add(test);
                    work.millis += expectedMillis.applyAsLong(test);
                });
    }

    /** Returns the module that a new JVM is for, and counts that JVM; nothing when the JVMs that run suffice. */
    synchronized Optional<TestModule> moduleForJvm() {
        return waiting.entrySet().stream()
                .filter(entry -> isAnotherJvmWanted(entry.getValue()))
                .max(Comparator.comparingLong(entry -> entry.getValue().millis / (entry.getValue().jvms + 1)))
                .map(entry -> {
                    entry.getValue().jvms++;
                    return entry.getKey();
                });
    }

    private static boolean isAnotherJvmWanted(Work work) {
        if (work.classes.isEmpty()) return false;
        return work.jvms == 0 || work.millis / work.jvms >= LEAST_MILLIS_FOR_ANOTHER_JVM;
    }

    /** Takes the next class of a module that has had a JVM. */
    synchronized Optional<TestClass> next(TestModule module) {
        Work work = work(module);
        TestClass next = work.classes.poll();
        if (next != null) work.millis -= expectedMillis.applyAsLong(next);
        return Optional.ofNullable(next);
    }

    /** Starts no further class. */
    synchronized void stop() {
        waiting.values().forEach(work -> work.classes.clear());
    }

    synchronized void jvmEnded(TestModule module) {
        work(module).jvms--;
    }

    private Work work(TestModule module) {
        return requireNonNull(waiting.get(module));
    }
}
