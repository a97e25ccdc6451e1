package vesper.services.timers;

/**
 * A timer that is set.
 *
 * @param due when it rings next, in milliseconds since 1970
 * @param every milliseconds from then to the next time; 0 for once
 * @param failures how often its method has thrown in a row
 */
public record SetTimer(long due, long every, int failures) {
    private static final long FIRST_PAUSE_MILLIS = 1000;
    private static final int MOST_DOUBLED = 12;
    private static final long LONGEST_PAUSE_MILLIS = 3_600_000;

    /** When it rings after it has rung; empty for one that rings once. */
    SetTimer rung(long now) {
        long periods = Math.max(1, Math.ceilDiv(now - due + 1, every));
        return new SetTimer(due + periods * every, every, 0);
    }

    boolean ringsAgain() {
        return every > 0;
    }

    /** When its method is called again after it threw. */
    SetTimer failed(long now) {
        long pause = Math.min(LONGEST_PAUSE_MILLIS, FIRST_PAUSE_MILLIS << Math.min(failures, MOST_DOUBLED));
        return new SetTimer(now + pause, every, Math.min(failures + 1, MOST_DOUBLED));
    }
}
