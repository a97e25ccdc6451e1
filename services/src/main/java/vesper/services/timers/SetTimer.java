package vesper.services.timers;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * A timer that is set.
 *
 * @param due time at which it fires next, in milliseconds since 1970
 * @param every period in milliseconds; 0 for a timer that fires once
 * @param failures number of consecutive failures of its method
 * @param setting number that identifies this setting of the timer, even among those for the same time; null unless the
 *     documents are replicated
 * @param claim term of the node that fires it; null while no node does, or unless the documents are replicated
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record SetTimer(
        long due,
        long every,
        int failures,
        @Nullable Long setting,
        @Nullable Long claim) {
    private static final long FIRST_PAUSE_MILLIS = 1000;
    private static final int MOST_DOUBLED = 12;
    private static final long LONGEST_PAUSE_MILLIS = 3_600_000;

    /** A timer that no node has claimed. */
    SetTimer(long due, long every) {
        this(due, every, 0, null, null);
    }

    SetTimer setAs(@Nullable Long number) {
        return new SetTimer(due, every, failures, number, claim);
    }

    SetTimer claimedIn(long term) {
        return new SetTimer(due, every, failures, setting, term);
    }

    /** Returns a periodic timer with its next time after it fired. */
    SetTimer rung(long now) {
        long periods = Math.max(1, Math.ceilDiv(now - due + 1, every));
        return new SetTimer(due + periods * every, every, 0, setting, null);
    }

    boolean ringsAgain() {
        return every > 0;
    }

    /** Returns the timer with the time of its next attempt after its method threw. */
    SetTimer failed(long now) {
        long pause = Math.min(LONGEST_PAUSE_MILLIS, FIRST_PAUSE_MILLIS << Math.min(failures, MOST_DOUBLED));
        return new SetTimer(now + pause, every, Math.min(failures + 1, MOST_DOUBLED), setting, null);
    }
}
