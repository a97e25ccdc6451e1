package vesper.bench.overhead;

/**
 * A comparison of the records that search finds with the requests that were answered.
 *
 * @param monitored number of records found among invocations
 * @param tracked number of records found among transactions
 * @param missing number of answered requests without an expected record
 * @param unexpected number of records without an answered request, or in a store that is switched off
 */
record Census(RecordingCase recording, long answered, long monitored, long tracked, long missing, long unexpected) {
    /** Counts one run. */
    Census(RecordingCase recording, long answered, RecordCounts found) {
        this(recording, answered, found.monitored(), found.tracked());
    }

    Census(RecordingCase recording, long answered, long monitored, long tracked) {
        this(
                recording,
                answered,
                monitored,
                tracked,
                shortfall(monitored, recording.monitor() ? answered : 0)
                        + shortfall(tracked, recording.tracker() ? answered : 0),
                shortfall(recording.monitor() ? answered : 0, monitored)
                        + shortfall(recording.tracker() ? answered : 0, tracked));
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
                unexpected + other.unexpected);
    }

    /** Returns the number of records, since one record may be both an invocation and a transaction. */
    long records() {
        return Math.max(monitored, tracked);
    }

    /** Returns the amount by which a number is below the wanted one, or 0. */
    private static long shortfall(long number, long expected) {
        return Math.max(0, expected - number);
    }
}
