package vesper.services.timers;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * A timer that is set.
 *
 * @param due when it rings next, in milliseconds since 1970
 * @param every milliseconds from then to the next time; 0 for once
 * @param failures how often its method has thrown in a row
 * @param setting where several nodes could ring it, what no other time has that it was set, be it for the same moment; null
 *     elsewhere
 * @param claim the term of the node that rings it, where several could; null while none does
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

    /** One that nobody rings yet. */
    SetTimer(long due, long every) {
        this(due, every, 0, null, null);
    }

    SetTimer setAs(@Nullable Long number) {
        return new SetTimer(due, every, failures, number, claim);
    }

    SetTimer claimedIn(long term) {
        return new SetTimer(due, every, failures, setting, term);
    }

    /** When it rings after it has rung; only for one that rings again. */
    SetTimer rung(long now) {
        long periods = Math.max(1, Math.ceilDiv(now - due + 1, every));
        return new SetTimer(due + periods * every, every, 0, setting, null);
    }

    boolean ringsAgain() {
        return every > 0;
    }

    /** When its method is called again after it threw. */
    SetTimer failed(long now) {
        long pause = Math.min(LONGEST_PAUSE_MILLIS, FIRST_PAUSE_MILLIS << Math.min(failures, MOST_DOUBLED));
        return new SetTimer(now + pause, every, Math.min(failures + 1, MOST_DOUBLED), setting, null);
    }
}
