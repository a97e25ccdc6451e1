package vesper.bench.instrument;

import java.time.Instant;

/**
 * What was asked of a server since a moment, by whatever drove it.
 *
 * @param answered requests
 */
public record Asked(Instant since, long answered) {}
