package vesper.testing.suite;

import java.util.List;

/**
 * The outcome of one test class.
 *
 * @param passed tests that succeeded, each invocation of a parameterized one counted
 * @param failures a description of each test or container that failed: its name, then the stack trace
 * @param skipped tests that were disabled or whose assumptions did not hold
 * @param cpuMillis CPU time of the JVM meanwhile, and of the child processes that it reaped
 */
record Outcome(TestClass test, long passed, List<String> failures, long skipped, long millis, long cpuMillis) {

    /** Returns the outcome of a class whose JVM ended, or was killed, before the class had finished. */
    static Outcome broken(TestClass test, String reason, long millis) {
        return new Outcome(test, 0, List.of(test.name() + "\n" + reason), 0, millis, 0);
    }

    boolean isPassed() {
        return failures.isEmpty();
    }
}
