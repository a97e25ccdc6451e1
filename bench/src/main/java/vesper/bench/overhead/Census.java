package vesper.bench.overhead;

/**
 * The records that search finds of a run, beside the requests that were answered in it.
 *
 * @param monitored found among invocations
 * @param tracked found among transactions
 */
record Census(RecordingCase recording, long answered, long monitored, long tracked) {
    /** Answered, but not found where it should be. */
    long missing() {
        return Math.max(0, expected(recording.monitor()) - monitored)
                + Math.max(0, expected(recording.tracker()) - tracked);
    }

    /** Found, but never answered, or where nothing should be. */
    long invented() {
        return Math.max(0, monitored - expected(recording.monitor()))
                + Math.max(0, tracked - expected(recording.tracker()));
    }

    /** One record may be both an invocation and a transaction. */
    long records() {
        return Math.max(monitored, tracked);
    }

    Census plus(Census other) {
        return new Census(recording, answered + other.answered, monitored + other.monitored, tracked + other.tracked);
    }

    static Census none(RecordingCase recording) {
        return new Census(recording, 0, 0, 0);
    }

    private long expected(boolean on) {
        return on ? answered : 0;
    }
}
