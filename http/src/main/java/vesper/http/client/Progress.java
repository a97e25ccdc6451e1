package vesper.http.client;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A timer for how long a call has made no progress, and whether that exceeds {@link ClientTimeouts}. The caller polls
 * it from time to time. Used by its event loop only.
 */
final class Progress {
    /** Events that a call may wait for. */
    enum Needs {
        /** The request is sent, and no byte of a response has arrived. */
        FIRST_BYTE,
        MORE_OF_ANSWER,
        /** The server must read the request. */
        ROOM_FOR_REQUEST,
        /** The caller must read the response. */
        READER
    }

    private boolean made;
    private long madeAt = System.nanoTime();

    /** Records that bytes arrived or were taken. */
    void made() {
        made = true;
    }

    /** Returns how long there was no progress. */
    long standsNanos(long now) {
        if (made) {
            made = false;
            madeAt = now;
        }
        return now - madeAt;
    }

    /** Returns the failure of a request that made no progress for too long, or null. */
    @Nullable
    TimedOutException late(long now, Needs needs, ClientTimeouts timeouts, ClientRequest request) {
        Duration bound = needs == Needs.FIRST_BYTE ? timeouts.firstByte() : timeouts.idle();
        if (standsNanos(now) < bound.toNanos()) return null;
        return switch (needs) {
            case FIRST_BYTE ->
                new TimedOutException(
                        TimedOutException.Phase.FIRST_BYTE, bound, request + ": no byte of an answer within " + bound);
            case MORE_OF_ANSWER -> idle(bound, request + ": the answer stood still for " + bound);
            case ROOM_FOR_REQUEST -> idle(bound, request + ": the server took no more of the request for " + bound);
            case READER -> idle(bound, request + ": nobody read on in the answer for " + bound);
        };
    }

    private static TimedOutException idle(Duration bound, String message) {
        return new TimedOutException(TimedOutException.Phase.IDLE, bound, message);
    }
}
