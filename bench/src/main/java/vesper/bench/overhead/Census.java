package vesper.bench.overhead;

/**
 * A comparison of the records that search finds with the requests that were answered.
 *
 * @param monitored number of records found among invocations
 * @param tracked number of records found among transactions
 * @param missing number of answered requests without an expected record
 * @param invented number of records without an answered request, or in a store that is switched off
 */
record Census(RecordingCase recording, long answered, long monitored, long tracked, long missing, long invented) {
    /** Counts one run. */
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

    /** Adds another run. Missing and excess records of different runs do not cancel out. */
    Census plus(Census other) {
        return new Census(
                recording,
                answered + other.answered,
                monitored + other.monitored,
                tracked + other.tracked,
                missing + other.missing,
                invented + other.invented);
    }

    /** Returns the number of records, since one record may be both an invocation and a transaction. */
    long records() {
        return Math.max(monitored, tracked);
    }

    /** Returns the amount by which a number is below the wanted one, or 0. */
    private static long less(long number, long wanted) {
        return Math.max(0, wanted - number);
    }
}
