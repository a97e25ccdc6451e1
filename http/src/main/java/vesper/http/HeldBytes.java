package vesper.http;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A budget in bytes, shared by all requests, for data that is held as a whole, such as request bodies. It keeps many
 * large ones at once from filling the heap, or a disk.
 */
public final class HeldBytes {
    /** Answers a request whose body no longer fits the budget. */
    public static final Refusal TOO_MANY_BODIES = new Refusal(503, "too many large bodies at once; try again later");

    /** Replaces a response that no longer fits the budget. */
    public static final Refusal TOO_MANY_ANSWERS =
            new Refusal(503, "too many large answers wait for their readers; try again later");

    /** Shared, because refusals must be cheap under overload. */
    static final Response NO_ROOM_FOR_ANSWER = TOO_MANY_ANSWERS.answer();

    private final long mostBytes;
    private final AtomicLong takenBytes = new AtomicLong();

    public HeldBytes(long mostBytes) {
        this.mostBytes = mostBytes;
    }

    /** Takes bytes from the budget, which the caller must give back. Returns false if there were not enough. */
    public boolean take(int bytes) {
        if (takenBytes.addAndGet(bytes) <= mostBytes) return true;
        takenBytes.addAndGet(-bytes);
        return false;
    }

    public long takenBytes() {
        return takenBytes.get();
    }

    public void release(long bytes) {
        takenBytes.addAndGet(-bytes);
    }
}
