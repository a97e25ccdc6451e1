package vesper.rest.triggers;

import java.time.Instant;

/**
 * A piece of work that runs now.
 *
 * @param id names it until it ends
 * @param thread runs it
 */
public record RunningInvocation(
        String id, Invocation invocation, Instant startedAt, long startedNanos, Thread thread) {}
