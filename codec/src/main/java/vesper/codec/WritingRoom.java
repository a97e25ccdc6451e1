package vesper.codec;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How much memory all large texts take together while they are written; small ones do not ask. So many at once cannot
 * fill the heap.
 */
final class WritingRoom {
    private final Bound most;
    private final AtomicLong takenBytes = new AtomicLong();

    WritingRoom(Bound most) {
        this.most = most;
    }

    /** What was taken must be given back. */
    void take(long bytes) {
        if (takenBytes.addAndGet(bytes) <= most.most()) return;
        takenBytes.addAndGet(-bytes);
        throw new NoRoomForTextException(most);
    }

    void giveBack(long bytes) {
        takenBytes.addAndGet(-bytes);
    }

    long takenBytes() {
        return takenBytes.get();
    }
}
