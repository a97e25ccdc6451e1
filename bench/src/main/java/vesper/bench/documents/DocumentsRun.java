package vesper.bench.documents;

/**
 * One run, or one window of a warm-up.
 *
 * @param start of the processes that it is of, counted from 1
 * @param round of that start, counted from 1; 0 for a window
 * @param count of requests that did what was asked, or of documents
 * @param seconds that they took
 * @param cpuSeconds of all processes that took part, the client's too; NaN where nobody looked
 * @param value in the unit of the case
 * @param failures requests that were refused or failed
 * @param missing writes that were acknowledged and made no version
 * @param differing nodes whose versions did not become those of the one that was driven
 */
record DocumentsRun(
        int start,
        int round,
        DocumentsCase of,
        Contestant contestant,
        long count,
        double seconds,
        double cpuSeconds,
        double value,
        long failures,
        long missing,
        int differing) {
    /** NaN where nobody looked at the CPU. */
    double perCpuSecond() {
        return of.measure() == Measure.RATE ? count / cpuSeconds : Double.NaN;
    }

    /** Rather than a window of the warm-up. */
    boolean isRecorded() {
        return round > 0;
    }

    boolean isFaultless() {
        return failures == 0 && missing == 0 && differing == 0;
    }
}
