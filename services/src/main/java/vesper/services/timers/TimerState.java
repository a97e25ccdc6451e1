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
public record TimerState(
        long due,
        long every,
        int failures,
        @Nullable Long setting,
        @Nullable Long claim) {
    private static final long FIRST_PAUSE_MILLIS = 1000;
    private static final int MAX_DOUBLED = 12;
    private static final long MAX_PAUSE_MILLIS = 3_600_000;

    /** A timer that no node has claimed. */
    TimerState(long due, long every) {
        this(due, every, 0, null, null);
    }

    TimerState withSetting(@Nullable Long number) {
        return new TimerState(due, every, failures, number, claim);
    }

    TimerState withClaim(long term) {
        return new TimerState(due, every, failures, setting, term);
    }

    /** Returns a periodic timer with its next time after it fired. */
    TimerState afterFiring(long now) {
        long periods = Math.max(1, Math.ceilDiv(now - due + 1, every));
        return new TimerState(due + periods * every, every, 0, setting, null);
    }

    boolean repeats() {
        return every > 0;
    }

    /** Returns the timer with the time of its next attempt after its method threw. */
    TimerState afterFailure(long now) {
        long pause = Math.min(MAX_PAUSE_MILLIS, FIRST_PAUSE_MILLIS << Math.min(failures, MAX_DOUBLED));
        return new TimerState(now + pause, every, Math.min(failures + 1, MAX_DOUBLED), setting, null);
    }
}
