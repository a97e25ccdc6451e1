package vesper.http;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How much memory something may take together that is held whole, the bodies of all requests for example, so that many
 * at once cannot fill the heap; or how much of a disk.
 */
public final class HeldBytes {
    /** For whom there is no more room for a body. */
    public static final Refusal TOO_MANY_BODIES = new Refusal(503, "too many large bodies at once; try again later");

    /** In the place of an answer for which there is no more room. */
    public static final Refusal TOO_MANY_ANSWERS =
            new Refusal(503, "too many large answers wait for their readers; try again later");

    /** One for all: to refuse must be cheap when there is too much to do. */
    static final Response NO_ROOM_FOR_ANSWER = TOO_MANY_ANSWERS.answer();

    private final long mostBytes;
    private final AtomicLong takenBytes = new AtomicLong();

    public HeldBytes(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    /** Whether there was room; what was taken must be given back. */
    public boolean take(int bytes) {
        if (takenBytes.addAndGet(bytes) <= mostBytes) return true;
        takenBytes.addAndGet(-bytes);
        return false;
    }

    public long takenBytes() {
        return takenBytes.get();
    }

    public void giveBack(long bytes) {
        takenBytes.addAndGet(-bytes);
    }
}
