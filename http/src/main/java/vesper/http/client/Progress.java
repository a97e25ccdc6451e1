package vesper.http.client;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Since when a call has not gone on, by a clock that is read now and then, and whether that is longer than
 * {@link ClientTimeouts} allow. Touched by its event loop alone.
 */
final class Progress {
    /** What a call needs to go on. */
    enum Needs {
        /** The request is out, and nothing of an answer has come. */
        FIRST_BYTE,
        MORE_OF_ANSWER,
        /** The server takes what it is sent. */
        ROOM_FOR_REQUEST,
        /** The caller reads what has come. */
        READER
    }

    private boolean made;
    private long madeAt = System.nanoTime();

    /** Something has come, or was taken. */
    void made() {
        made = true;
    }

    /** For how long none was made. */
    long standsNanos(long now) {
        if (made) {
            made = false;
            madeAt = now;
        }
        return now - madeAt;
    }

    /** Why the request fails, where it has stood still for too long. */
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
