package vesper.http.content;

import java.util.concurrent.atomic.AtomicLong;

/** How much memory inflated content may take that is held whole, all requests together. */
final class HeldBytes {
    private final long most;
    private final AtomicLong taken = new AtomicLong();

    HeldBytes(long most) {
        this.most = most;
    }

    /** Whether there was room; what was taken must be given back. */
    boolean take(int bytes) {
        if (taken.addAndGet(bytes) <= most) return true;
        taken.addAndGet(-bytes);
        return false;
    }

    void giveBack(long bytes) {
        taken.addAndGet(-bytes);
    }
}
