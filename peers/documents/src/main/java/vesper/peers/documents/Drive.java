package vesper.peers.documents;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/**
 * A number of requests, either with so many in flight or as a flood: all of a wave sent without waiting for answers,
 * document by document, as Xenon's own throughput tests do it.
 *
 * <p>As many threads send as there are processors, as far as there are places in flight for them. Which threads answer
 * is the store's choice; whichever it is sends the next request of that place.
 */
final class Drive {
    private static final long MINUTES = 10;
    private static final Duration FOREVER = Duration.ofDays(1);

    private final Requests requests;
    private final int count;
    private final Duration longest;
    private final Failures failures = new Failures();
    private final AtomicLong asked = new AtomicLong();

    /** So many, however long they take. */
    Drive(Requests requests, int count) {
        this(requests, count, FOREVER);
    }

    private Drive(Requests requests, int count, Duration longest) {
        this.requests = requests;
        this.count = count;
        this.longest = longest;
    }

    /** As many as are answered in a while, and those that are in flight at its end. */
    static Drive during(Duration longest, Requests requests) {
        return new Drive(requests, Integer.MAX_VALUE / 2, longest);
    }

    /** How many were sent, once all of them are answered. */
    long asked() {
        return asked.get();
    }

    Failures failures() {
        return failures;
    }

    /** Returns when all are answered. */
    void withInFlight(int places) throws InterruptedException {
        int lanes = Math.min(places, count);
        var lanesLeft = new CountDownLatch(lanes);
        try (TimeLimit limit = TimeLimit.after(longest)) {
            List<Lane> all = IntStream.range(0, lanes)
                    .mapToObj(i -> new Lane(requests, i, lanes, count, limit, failures, lanesLeft))
                    .toList();
            share(lanes, lane -> all.get(lane).takeTurn());
            await(lanesLeft);
            all.forEach(lane -> asked.addAndGet(lane.asked()));
        }
    }

    /**
     * Returns when all are answered. A wave that was begun is sent to its end.
     *
     * @param documents to which requests go in turn: the request with index i to document i modulo their number
     * @param most in a wave; the next one begins when all of the last are answered
     */
    void flood(int documents, int most) throws InterruptedException {
        try (TimeLimit limit = TimeLimit.after(longest)) {
            int first = 0;
            while (first < count && !limit.isOver()) {
                int end = first + Math.min(most, count - first);
                wave(documents, first, end);
                first = end;
            }
            asked.addAndGet(first);
        }
    }

    private void wave(int documents, int first, int end) throws InterruptedException {
        // A latch for each document, since one for all would be what senders and answers spend their time on.
        List<CountDownLatch> latches = new ArrayList<>();
        for (int i = 0; i < documents; i++) {
            latches.add(new CountDownLatch(Math.max(0, (end - first - i + documents - 1) / documents)));
        }
        share(documents, document -> flood(first + document, documents, end, latches.get(document)));
        for (CountDownLatch latch : latches) await(latch);
    }

    private void flood(int first, int stride, int end, CountDownLatch left) {
        Answer answer = failure -> {
            if (failure != null) failures.add(failure);
            left.countDown();
        };
        for (int index = first; index < end; index += stride) requests.ask(index, answer);
    }

    private interface Part {
        void send(int part);
    }

    /** The senders take turns at the parts; the calling thread is one of them. */
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
            throw new IllegalStateException(latch.getCount() + " not answered within " + MINUTES + " minutes");
        }
    }
}
