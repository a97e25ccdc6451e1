package vesper.bench.instrument;

import java.time.Duration;

/**
 * The path at which a server reports its backlog, as {@code {"idle":false,"pending":7,"lagMillis":40}} with further
 * members.
 *
 * @param timeout time limit for the server to become idle
 */
public record IdleProbe(String path, Duration timeout) {}
