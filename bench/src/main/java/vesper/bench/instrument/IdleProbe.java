package vesper.bench.instrument;

import java.time.Duration;

/**
 * Where a server tells what it has accepted and not done yet, as {@code {"idle":false,"pending":7,"lagMillis":40}} among
 * others.
 *
 * @param patience with which it is waited for until it is idle
 */
public record IdleProbe(String path, Duration patience) {}
