package vesper.bench.documents;

/**
 * One run, or one window of a warm-up.
 *
 * @param start number of the start of the processes, from 1
 * @param round number of the round in that start, from 1; 0 for a window
 * @param count number of successful requests, or of documents
 * @param seconds time that they took
 * @param cpuSeconds CPU time of all processes that took part, including the client; NaN if not measured
 * @param value in the unit of the case
 * @param failures number of requests that were rejected or failed
 * @param missing number of writes that were acknowledged but created no version
 * @param differing number of nodes whose versions did not become those of the driven node
 */
record DocumentsRun(
        int start,
        int round,
        DocumentsCase measuredCase,
        Contestant contestant,
        long count,
        double seconds,
        double cpuSeconds,
        double value,
        long failures,
        long missing,
        int differing) {
    /** Returns NaN if CPU time was not measured. */
    double perCpuSecond() {
        return measuredCase.measure() == Measure.RATE ? count / cpuSeconds : Double.NaN;
    }

    /** Returns whether it is a run rather than a window of a warm-up. */
    boolean isRecorded() {
        return round > 0;
    }

    boolean isFaultless() {
        return failures == 0 && missing == 0 && differing == 0;
    }
}
