package vesper.bench.documents;

import java.time.Duration;

/**
 * How much is done.
 *
 * @param rounds in each of which every contestant has a run of every case
 * @param memoryCount requests of a run in memory and in process
 * @param durableCount requests of a run of durable documents
 * @param singleCount the same with one in flight, where each may wait for a disk
 * @param httpCount requests of a run over HTTP
 * @param idleCount documents whose heap is measured
 * @param idleRounds fresh processes for that
 * @param openCount durable documents that are opened
 * @param nodesRun of a run on several nodes, whatever number of requests that makes
 * @param warmUp of a case
 */
record DocumentsScale(
        int rounds,
        int memoryCount,
        int durableCount,
        int singleCount,
        int httpCount,
        int idleCount,
        int idleRounds,
        int openCount,
        Duration nodesRun,
        WarmUp warmUp) {
    static final DocumentsScale FULL = new DocumentsScale(
            5, 4_000_000, 400_000, 20_000, 100_000, 100_000, 3, 1_000_000, Duration.ofSeconds(8), new WarmUp(0.1, 32));

    /** Ends within three minutes. */
    static final DocumentsScale QUICK = new DocumentsScale(
            3, 400_000, 100_000, 2_000, 10_000, 30_000, 1, 20_000, Duration.ofSeconds(2), new WarmUp(0.3, 16));
}
