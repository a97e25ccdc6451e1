package vesper.bench.documents;

import java.time.Duration;

/**
 * The amount of work in the experiment.
 *
 * @param starts number of starts of every contestant, each with fresh processes and a warm-up
 * @param rounds number of rounds of each start, with a run of every case for every contestant
 * @param run length of a run in process that does not wait for a disk
 * @param durableCount number of requests of a run with durable documents
 * @param singleCount the same with one request in flight, each of which may wait for a disk
 * @param httpCount number of requests of a run over HTTP
 * @param idleCount number of documents whose heap is measured
 * @param openCount number of durable documents to open
 * @param nodesRun length of a run on several nodes
 * @param restLook pause between two checks whether the nodes are at rest
 * @param warmUp rule for the warm-up of a case
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
        Duration restLook,
        WarmUp warmUp) {
    private static final Duration REST_LOOK = Duration.ofMillis(50);

    /** Runs are short, to leave time for several starts, which differ more than runs of one start. */
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
            REST_LOOK,
            new WarmUp(0.1, 32));

    /** One start, which ends within three minutes. */
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
            REST_LOOK,
            new WarmUp(0.3, 16));

    /** Returns whether differences between starts are part of the result. */
    boolean hasSeveralStarts() {
        return starts > 1;
    }
}
