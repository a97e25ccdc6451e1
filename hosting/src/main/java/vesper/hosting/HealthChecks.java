package vesper.hosting;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The health checks of one version of a package. Results are kept for a second. */
final class HealthChecks {
    static final HealthChecks NONE = new HealthChecks(List.of(), null);

    private static final Logger LOG = LoggerFactory.getLogger(HealthChecks.class);
    private static final Duration TIMEOUT = Duration.ofSeconds(5);
    private static final long VALID_NANOS = 1_000_000_000;
    private static final int MAX_PROBLEM_CHARACTERS = 200;

    private final List<HealthCheck> checks;
    private final @Nullable PackageClassLoader classes;
    private List<String> problems = List.of();
    private @Nullable Long checkedNanos;

    HealthChecks(List<HealthCheck> checks, @Nullable PackageClassLoader classes) {
        this.checks = checks;
        this.classes = classes;
    }

    /** Returns the current problems in words; empty if there are none. Waits up to five seconds for each check. */
    List<String> problems() {
        return checks.isEmpty() ? List.of() : current();
    }

    private synchronized List<String> current() {
        Long last = checkedNanos;
        if (last != null && System.nanoTime() - last < VALID_NANOS) return problems;
        problems = checks.stream().flatMap(check -> problem(check).stream()).toList();
        checkedNanos = System.nanoTime();
        return problems;
    }

    private Optional<String> problem(HealthCheck check) {
        String name = check.getClass().getSimpleName();
        try {
            PackageClassLoader loader = Objects.requireNonNull(classes);
            Optional<String> found = Step.call("the health check " + name, loader, TIMEOUT, check::problem);
            if (found == null) return Optional.of(name + " returned null");
            return found.map(words ->
                    words.length() > MAX_PROBLEM_CHARACTERS ? words.substring(0, MAX_PROBLEM_CHARACTERS) + "…" : words);
        } catch (StepFailedException e) {
            LOG.warn("the health check {} failed: {}", name, e.getMessage());
            return Optional.of(name + " failed");
        }
    }
}
