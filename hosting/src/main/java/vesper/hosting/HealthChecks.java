package vesper.hosting;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The health checks of one version of a package. Results are valid for a second. A check that is still running is not
 * called again, so a check that hangs occupies one thread. Thread-safe.
 */
final class HealthChecks {
    static final HealthChecks NONE = new HealthChecks(List.of(), null);

    private static final Logger LOG = LoggerFactory.getLogger(HealthChecks.class);
    private static final long VALID_NANOS = 1_000_000_000;
    private static final int MAX_PROBLEM_CHARACTERS = 200;

    private final List<Check> checks;

    /** @param classes the context class loader for the checks */
    HealthChecks(List<HealthCheck> checks, @Nullable PackageClassLoader classes) {
        this.checks = checks.stream().map(check -> new Check(check, classes)).toList();
    }

    /** Starts those checks whose results are no longer valid. */
    void begin() {
        checks.forEach(Check::begin);
    }

    /** Returns the current problems in words; empty if there are none. Waits for running checks until the deadline. */
    List<String> problems(long deadlineNanos) {
        List<String> problems = new ArrayList<>();
        for (Check check : checks) check.problem(deadlineNanos).ifPresent(problems::add);
        return problems;
    }

    private static final class Check {
        private final HealthCheck check;
        private final @Nullable PackageClassLoader classes;
        private CompletableFuture<Optional<String>> result = CompletableFuture.completedFuture(Optional.empty());
        private @Nullable Long endedNanos;

        Check(HealthCheck check, @Nullable PackageClassLoader classes) {
            this.check = check;
            this.classes = classes;
        }

        synchronized void begin() {
            Long ended = endedNanos;
            boolean isValid = ended != null && System.nanoTime() - ended < VALID_NANOS;
            if (isValid || !result.isDone()) return;
            CompletableFuture<Optional<String>> next = new CompletableFuture<>();
            result = next;
            Thread thread =
                    Thread.ofPlatform().daemon().name("health check " + name()).unstarted(() -> run(next));
            thread.setContextClassLoader(classes);
            thread.start();
        }

        private void run(CompletableFuture<Optional<String>> into) {
            Optional<String> problem;
            try {
                problem = check.problem().map(Check::inOneLine);
            } catch (Throwable e) {
                LOG.warn("the health check {} failed", name(), e);
                problem = Optional.of(name() + " failed");
            }
            end(into, problem);
        }

        private synchronized void end(CompletableFuture<Optional<String>> into, Optional<String> problem) {
            endedNanos = System.nanoTime();
            into.complete(problem);
        }

        Optional<String> problem(long deadlineNanos) {
            try {
                return current().get(Math.max(1, deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
            } catch (TimeoutException e) {
                return Optional.of(name() + " has not returned in time");
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return Optional.of(name() + " was not waited for");
            } catch (ExecutionException e) {
                throw new IllegalStateException("a check completes with a value", e);
            }
        }

        private synchronized CompletableFuture<Optional<String>> current() {
            return result;
        }

        private String name() {
            return check.getClass().getSimpleName();
        }

        private static String inOneLine(String words) {
            String line = words.replaceAll("[\\p{Cntrl}\\s]+", " ").strip();
            if (line.length() <= MAX_PROBLEM_CHARACTERS) return line;
            int end = Character.isHighSurrogate(line.charAt(MAX_PROBLEM_CHARACTERS - 1))
                    ? MAX_PROBLEM_CHARACTERS - 1
                    : MAX_PROBLEM_CHARACTERS;
            return line.substring(0, end) + "…";
        }
    }
}
