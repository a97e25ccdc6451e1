package vesper.peers.documents;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One place of a window: a request at a time, the next one by whoever answered the one before. An answer that comes
 * before the request's call returns, as that of a store in memory does, is taken up by the loop that asked, so that
 * the stack stays where it is.
 */
final class Lane implements Answer {
    private final Requests requests;
    private final int end;
    private final int stride;
    private final TimeLimit limit;
    private final Failures failures;
    private final CountDownLatch lanesLeft;
    private final AtomicInteger turns = new AtomicInteger();
    private int next;
    private long asked;

    /**
     * @param first index of a request
     * @param stride to the next one
     * @param end no index from here on
     * @param limit no request from its end on
     * @param lanesLeft counted down when the last request is answered
     */
    Lane(
            Requests requests,
            int first,
            int stride,
            int end,
            TimeLimit limit,
            Failures failures,
            CountDownLatch lanesLeft) {
        this.requests = requests;
        this.next = first;
        this.stride = stride;
        this.end = end;
        this.limit = limit;
        this.failures = failures;
        this.lanesLeft = lanesLeft;
    }

    /** Called to begin, and for each answer. {@code turns} hands {@code next} on from thread to thread. */
    void takeTurn() {
        if (turns.getAndIncrement() > 0) return;
        do askNext();
        while (turns.decrementAndGet() > 0);
    }

    /** How many it sent; to be asked when the last of them is answered. */
    long asked() {
        return asked;
    }

    @Override
    public void done(@Nullable Throwable failure) {
        if (failure != null) failures.add(failure);
        takeTurn();
    }

    private void askNext() {
        if (next >= end || limit.isOver()) {
            lanesLeft.countDown();
            return;
        }
        int index = next;
        next += stride;
        asked++;
        requests.ask(index, this);
    }
}
