package vesper.http;

/**
 * What one event loop was like at its last round.
 *
 * @param round counts rounds
 * @param connections that it serves
 * @param waiting handlers of its requests that wait for something
 * @param slowNanos for how long handlers have held it since it began, counting stretches over 10 ms alone
 */
record LoopSample(int round, int connections, int waiting, long slowNanos) {
    static final LoopSample NOTHING = new LoopSample(0, 0, 0, 0);
}
