package vesper.bench.load;

import java.util.Map;
import java.util.Optional;

/**
 * What one load run saw.
 *
 * @param requests answered in full, whatever the answer was
 * @param latency of those that were as expected; other engines than our own take in all
 * @param seconds from the first request until the run ended
 * @param errors how many of each kind; a kind that did not occur may be absent
 * @param generator what more our own generator tells; empty of other engines
 */
public record LoadResult(
        long requests,
        double seconds,
        Map<LoadError, Long> errors,
        LatencyMicros latency,
        Optional<GeneratorReport> generator) {
    /** Of an engine that tells no more. */
    public LoadResult(long requests, double seconds, Map<LoadError, Long> errors, LatencyMicros latency) {
        this(requests, seconds, errors, latency, Optional.empty());
    }

    /** With these errors instead. */
    public LoadResult withErrors(Map<LoadError, Long> other) {
        return new LoadResult(requests, seconds, other, latency, generator);
    }

    public LoadResult {
        errors = Map.copyOf(errors);
    }

    /** Answers that were as expected, so that whoever refuses quickly does not look fast. */
    public long asExpected() {
        // A tool may count one answer under both, and a look beside the run may have found what is wrong.
        return Math.max(0, requests - count(LoadError.STATUS) - count(LoadError.BODY));
    }

    /** Of answers that were as expected. */
    public double requestsPerSecond() {
        return seconds > 0 ? asExpected() / seconds : 0;
    }

    /** Whether all connections were taken when requests were due, so that more of them may do more; none is where they are refused. */
    public boolean isShortOfConnections() {
        return count(LoadError.CONNECT) == 0
                && generator.map(GeneratorReport::lacksConnections).orElse(false);
    }

    public long errorCount() {
        return errors.values().stream().mapToLong(Long::longValue).sum();
    }

    public long count(LoadError kind) {
        return errors.getOrDefault(kind, 0L);
    }
}
