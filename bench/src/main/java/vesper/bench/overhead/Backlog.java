package vesper.bench.overhead;

/**
 * What a server says it has not sealed yet.
 *
 * @param pending records
 * @param lagMillis how old the oldest of them is
 */
record Backlog(boolean idle, long pending, long lagMillis) {}
