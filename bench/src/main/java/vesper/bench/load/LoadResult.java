package vesper.bench.load;

import java.util.Map;
import java.util.Optional;

/**
 * The measurements of one load run.
 *
 * @param requests number of complete responses, expected or not
 * @param latency latency of expected responses; engines other than our own include all responses
 * @param seconds time from the first request to the end of the run
 * @param errors number of errors of each kind; a kind that did not occur may be absent
 * @param generator further figures of the engine; empty if it reports none
 */
public record LoadResult(
        long requests,
        double seconds,
        Map<LoadError, Long> errors,
        LatencyMicros latency,
        Optional<GeneratorReport> generator) {
    /** Creates the result of an engine without further figures. */
    public LoadResult(long requests, double seconds, Map<LoadError, Long> errors, LatencyMicros latency) {
        this(requests, seconds, errors, latency, Optional.empty());
    }

    /** Returns a copy with these errors instead. */
    public LoadResult withErrors(Map<LoadError, Long> other) {
        return new LoadResult(requests, seconds, other, latency, generator);
    }

    public LoadResult {
        errors = Map.copyOf(errors);
    }

    /** Returns the number of expected responses, so that a server that quickly rejects requests does not look fast. */
    public long expectedCount() {
        // A tool may count one response as both, and a check outside the run may have added errors.
        return Math.max(0, requests - count(LoadError.STATUS) - count(LoadError.BODY));
    }

    /** Returns the rate of expected responses. */
    public double requestsPerSecond() {
        return seconds > 0 ? expectedCount() / seconds : 0;
    }

    /**
     * Returns whether due requests had to wait because all connections were busy, so that more connections may achieve
     * more. False if the server refused connections.
     */
    public boolean isShortOfConnections() {
        return count(LoadError.CONNECT) == 0
                && generator.map(GeneratorReport::isShortOfConnections).orElse(false);
    }

    public long errorCount() {
        return errors.values().stream().mapToLong(Long::longValue).sum();
    }

    public long count(LoadError kind) {
        return errors.getOrDefault(kind, 0L);
    }
}
