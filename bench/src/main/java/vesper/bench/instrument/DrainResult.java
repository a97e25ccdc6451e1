package vesper.bench.instrument;

import java.time.Duration;
import vesper.bench.process.CpuTime;

/**
 * The backlog that a run left behind, and the cost of finishing it.
 *
 * @param backlog at the end of the load
 * @param duration time from the end of the load until the server was idle
 * @param cpu CPU time of the server from the start of the run until it was idle
 */
public record DrainResult(Backlog backlog, Duration duration, CpuTime cpu) {}
