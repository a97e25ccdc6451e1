package vesper.http;

/**
 * Statistics of one event loop as of its last round.
 *
 * @param round number of the round
 * @param connections connections of the loop
 * @param waiting handlers of its requests that are blocked
 * @param slowNanos total time in which handlers have held it since it started, counting only stretches over 10 ms
 */
record LoopSample(int round, int connections, int waiting, long slowNanos) {
    static final LoopSample NOTHING = new LoopSample(0, 0, 0, 0);
}
