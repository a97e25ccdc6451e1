package vesper.bench.documents;

import java.time.Duration;

/**
 * How much is done.
 *
 * @param starts of every contestant, each in fresh processes that are warmed anew
 * @param rounds of each start, in which every contestant has a run of every case
 * @param run in process, of what waits for no disk, whatever number of requests that makes
 * @param durableCount requests of a run of durable documents
 * @param singleCount the same with one in flight, where each may wait for a disk
 * @param httpCount requests of a run over HTTP
 * @param idleCount documents whose heap is measured
 * @param openCount durable documents that are opened
 * @param nodesRun the same on several nodes
 * @param warmUp of a case
 */
record DocumentsScale(
        int starts,
        int rounds,
        Duration run,
        int durableCount,
        int singleCount,
        int httpCount,
        int idleCount,
        int openCount,
        Duration nodesRun,
        WarmUp warmUp) {
    /** Runs are short, so that there is time for several starts, which differ more than runs of one do. */
    static final DocumentsScale FULL = new DocumentsScale(
            3,
            4,
            Duration.ofMillis(500),
            240_000,
            12_000,
            60_000,
            100_000,
            1_000_000,
            Duration.ofSeconds(3),
            new WarmUp(0.1, 32));

    /** One start: ends within three minutes. */
    static final DocumentsScale QUICK = new DocumentsScale(
            1,
            3,
            Duration.ofMillis(200),
            100_000,
            2_000,
            10_000,
            30_000,
            20_000,
            Duration.ofSeconds(2),
            new WarmUp(0.3, 16));

    /** Whether how starts differ is a part of what is told. */
    boolean hasSeveralStarts() {
        return starts > 1;
    }
}
