package vesper.peers.documents;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * Sends a number of requests, either with a fixed number in flight or as a flood. In a flood, all requests of a wave
 * are sent without waiting for answers, document by document, as in Xenon's own throughput tests.
 *
 * <p>There are as many sending threads as processors, or as places in flight if that is less. The store chooses the
 * threads that answer, and the thread that answers sends the next request of that place.
 */
final class Drive {
    private static final long MINUTES = 10;
    private static final Duration FOREVER = Duration.ofDays(1);

    private final Requests requests;
    private final int count;
    private final Duration maxDuration;
    private final Failures failures = new Failures();
    private final AtomicLong sentCount = new AtomicLong();

    /** Sends that number of requests, however long they take. */
    Drive(Requests requests, int count) {
        this(requests, count, FOREVER);
    }

    private Drive(Requests requests, int count, Duration maxDuration) {
        this.requests = requests;
        this.count = count;
        this.maxDuration = maxDuration;
    }

    /** Sends requests until the time is over, and waits for those in flight. */
    static Drive during(Duration maxDuration, Requests requests) {
        return new Drive(requests, Integer.MAX_VALUE / 2, maxDuration);
    }

    /** Returns the number of requests that were sent and answered. */
    long sentCount() {
        return sentCount.get();
    }

    Failures failures() {
        return failures;
    }

    /** Keeps a number of requests in flight, and returns when all are answered. */
    void runWithInFlight(int places) throws InterruptedException {
        int lanes = Math.min(places, count);
        var lanesLeft = new CountDownLatch(lanes);
        try (TimeLimit limit = TimeLimit.after(maxDuration)) {
            List<Lane> all = IntStream.range(0, lanes)
                    .mapToObj(i -> new Lane(requests, i, lanes, count, limit, failures, lanesLeft))
                    .toList();
            share(lanes, lane -> all.get(lane).sendNext());
            await(lanesLeft);
            all.forEach(lane -> sentCount.addAndGet(lane.sentCount()));
        }
    }

    /**
     * Sends waves, and returns when all requests are answered. A wave that has started is sent completely.
     *
     * @param documents number of documents; the request with index i goes to document i modulo that number
     * @param maxInWave largest number of requests in a wave; the next wave starts when all requests are answered
     */
    void flood(int documents, int maxInWave) throws InterruptedException {
        try (TimeLimit limit = TimeLimit.after(maxDuration)) {
            int first = 0;
            while (first < count && !limit.isOver()) {
                int end = first + Math.min(maxInWave, count - first);
                wave(documents, first, end);
                first = end;
            }
            sentCount.addAndGet(first);
        }
    }

    private void wave(int documents, int first, int end) throws InterruptedException {
        // A latch for each document, since contention on a single one would dominate the cost of senders and answers.
        List<CountDownLatch> latches = new ArrayList<>();
        for (int i = 0; i < documents; i++) {
            latches.add(new CountDownLatch(Math.max(0, (end - first - i + documents - 1) / documents)));
        }
        share(documents, document -> flood(first + document, documents, end, latches.get(document)));
        for (CountDownLatch latch : latches) await(latch);
    }

    private void flood(int first, int stride, int end, CountDownLatch left) {
        RequestCallback callback = new RequestCallback() {
            @Override
            public void succeeded() {
                left.countDown();
            }

            @Override
            public void failed(Throwable failure) {
                failures.add(failure);
                left.countDown();
            }
        };
        for (int index = first; index < end; index += stride) requests.send(index, callback);
    }

    private interface Part {
        void send(int part);
    }

    /** Distributes the parts among the senders, one of which is the calling thread. */
    private static void share(int parts, Part part) throws InterruptedException {
        int senders = Math.min(Runtime.getRuntime().availableProcessors(), parts);
        List<Thread> others = new ArrayList<>();
        for (int i = 1; i < senders; i++) {
            int first = i;
            others.add(Thread.ofPlatform().name("sender-" + i).start(() -> send(first, senders, parts, part)));
        }
        send(0, senders, parts, part);
        for (Thread other : others) other.join();
    }

    private static void send(int first, int senders, int parts, Part part) {
        for (int i = first; i < parts; i += senders) part.send(i);
    }

    private static void await(CountDownLatch latch) throws InterruptedException {
        if (!latch.await(MINUTES, TimeUnit.MINUTES)) {
            throw new IllegalStateException(latch.getCount() + " requests timed out after " + MINUTES + " minutes");
        }
    }
}
