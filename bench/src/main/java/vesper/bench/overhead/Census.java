package vesper.bench.overhead;

/**
 * The records that search finds, beside the requests that were answered.
 *
 * @param monitored found among invocations
 * @param tracked found among transactions
 * @param missing answered, but not found where it should be
 * @param invented found, but never answered, or where nothing should be
 */
record Census(RecordingCase recording, long answered, long monitored, long tracked, long missing, long invented) {
    /** Of one run. */
    Census(RecordingCase recording, long answered, Found found) {
        this(recording, answered, found.monitored(), found.tracked());
    }

    Census(RecordingCase recording, long answered, long monitored, long tracked) {
        this(
                recording,
                answered,
                monitored,
                tracked,
                less(monitored, recording.monitor() ? answered : 0) + less(tracked, recording.tracker() ? answered : 0),
                less(recording.monitor() ? answered : 0, monitored)
                        + less(recording.tracker() ? answered : 0, tracked));
    }

    static Census none(RecordingCase recording) {
        return new Census(recording, 0, 0, 0, 0, 0);
    }

    /** What one run lost is not made up for by what is too much in another. */
    Census plus(Census other) {
        return new Census(
                recording,
                answered + other.answered,
                monitored + other.monitored,
                tracked + other.tracked,
                missing + other.missing,
                invented + other.invented);
    }

    /** One record may be both an invocation and a transaction. */
    long records() {
        return Math.max(monitored, tracked);
    }

    /** By how much a number is less than it should be. */
    private static long less(long number, long wanted) {
        return Math.max(0, wanted - number);
    }
}
