package vesper.codec;

import java.util.concurrent.atomic.AtomicLong;

/**
 * A budget for the memory that all large texts take together while they are written, so that many at once cannot fill
 * the heap. Small texts are not counted.
 */
final class WritingRoom {
    private final Bound most;
    private final AtomicLong takenBytes = new AtomicLong();

    WritingRoom(Bound most) {
        this.most = most;
    }

    /**
     * Reserves memory. The caller releases it by {@link #giveBack}.
     *
     * @throws NoRoomForTextException if the budget is exhausted
     */
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
