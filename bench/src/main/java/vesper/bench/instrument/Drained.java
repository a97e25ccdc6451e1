package vesper.bench.instrument;

import java.time.Duration;
import vesper.bench.process.CpuTime;

/**
 * What a run left behind, and what that took.
 *
 * @param backlog when the load ended
 * @param took from then until the server was idle
 * @param cpu that the server used from the begin of the run until then
 */
public record Drained(Backlog backlog, Duration took, CpuTime cpu) {}
