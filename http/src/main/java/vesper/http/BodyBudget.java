package vesper.http;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How much memory the bodies of all requests, or of all answers, may take together that are held whole, so that many at
 * once cannot fill the heap.
 */
final class BodyBudget {
    static final Refusal EXCEEDED = new Refusal(503, "too many large bodies at once; try again later");
    static final Response ANSWERS_EXCEEDED =
            Refusals.response(new Refusal(503, "too many large answers wait for their readers; try again later"));

    private final long limitBytes;
    private final AtomicLong takenBytes = new AtomicLong();

    BodyBudget(long limitBytes) {
        this.limitBytes = limitBytes;
    }

    /** Whether there was room; what was taken must be given back. */
    boolean take(int bytes) {
        if (takenBytes.addAndGet(bytes) <= limitBytes) return true;
        takenBytes.addAndGet(-bytes);
        return false;
    }

    void giveBack(long bytes) {
        takenBytes.addAndGet(-bytes);
    }
}
