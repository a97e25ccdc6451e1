package vesper.bench.instrument;

import java.time.Instant;

/** The number of requests that a server has answered since a moment, under any kind of load. */
public record RequestCount(Instant since, long answered) {}
