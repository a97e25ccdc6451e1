package vesper.peers.documents;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One place of the window of requests in flight: it has one request at a time, and the thread that answers sends the
 * next one. If an answer arrives before the request's call returns, as from a store in memory, the loop that sent the
 * request sends the next one, so that the stack does not grow.
 */
final class Lane implements RequestCallback {
    private final Requests requests;
    private final int end;
    private final int stride;
    private final TimeLimit limit;
    private final Failures failures;
    private final CountDownLatch lanesLeft;
    private final AtomicInteger due = new AtomicInteger();
    private int next;
    private long sentCount;

    /**
     * @param first index of the first request
     * @param stride distance to the next index
     * @param end upper bound of indexes, exclusive
     * @param limit time after which no request is sent
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

    /**
     * Sends the next request; called at the start and for each answer. {@code turns} also passes {@code next} safely
     * between threads.
     */
    void sendNext() {
        if (due.getAndIncrement() > 0) return;
        do sendNow();
        while (due.decrementAndGet() > 0);
    }

    /** Returns the number of requests sent; valid once the last of them is answered. */
    long sentCount() {
        return sentCount;
    }

    @Override
    public void succeeded() {
        sendNext();
    }

    @Override
    public void failed(Throwable failure) {
        failures.add(failure);
        sendNext();
    }

    private void sendNow() {
        if (next >= end || limit.isOver()) {
            lanesLeft.countDown();
            return;
        }
        int index = next;
        next += stride;
        sentCount++;
        requests.send(index, this);
    }
}
