package vesper.http;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A load generator that sends requests for a path at a fixed rate, independent of responses, on as many connections as
 * needed up to a limit. A request that finds no free connection counts from the time it was due.
 */
final class OpenLoop {
    /**
     * A response: its status, its latency since the request was due, and the time when that was, since the start of the
     * run.
     */
    record Sample(int status, boolean saysWhen, long micros, long dueMillis) {}

    private static final long WINDOW_MILLIS = 250;

    private final HttpServer server;
    private final String path;
    private final double ratePerSecond;
    private final double seconds;

    private final AtomicLong next = new AtomicLong();
    private final ConcurrentLinkedQueue<Sample> samples = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<Exception> failures = new ConcurrentLinkedQueue<>();

    OpenLoop(HttpServer server, String path, double ratePerSecond, double seconds) {
        this.server = server;
        this.path = path;
        this.ratePerSecond = ratePerSecond;
        this.seconds = seconds;
    }

    Seen run(int connections) throws InterruptedException {
        long startedAt = System.nanoTime();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < connections; i++) threads.add(Thread.startVirtualThread(() -> ask(startedAt)));
        for (Thread thread : threads) thread.join();
        if (!failures.isEmpty()) throw new AssertionError(failures.size() + " connections failed", failures.peek());
        return new Seen(List.copyOf(samples), seconds);
    }

    private void ask(long startedAt) {
        Client client = null;
        try {
            for (long dueNanos = take(); dueNanos < seconds * 1e9; dueNanos = take()) {
                long due = startedAt + dueNanos;
                for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
                if (client == null) client = Client.connect(server);
                Answer answer = client.get(path);
                long micros = (System.nanoTime() - due) / 1000;
                boolean saysWhen = !answer.header("Retry-After").isEmpty();
                samples.add(new Sample(answer.status(), saysWhen, micros, dueNanos / 1_000_000));
            }
        } catch (IOException | RuntimeException e) {
            failures.add(e);
        } finally {
            close(client);
        }
    }

    private long take() {
        return (long) (next.getAndIncrement() * (1e9 / ratePerSecond));
    }

    private static void close(@Nullable Client client) {
        if (client == null) return;
        try {
            client.close();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Result of a run. */
    record Seen(List<Sample> samples, double seconds) {
        double perSecond(int status) {
            return of(status).size() / seconds;
        }

        List<Sample> of(int status) {
            return samples.stream().filter(sample -> sample.status() == status).toList();
        }

        /** Returns the latency that this share of the responses with a status stayed below. */
        double millis(int status, double share) {
            long[] micros =
                    of(status).stream().mapToLong(Sample::micros).sorted().toArray();
            return micros.length == 0
                    ? 0
                    : micros[(int) Math.min(micros.length - 1L, (long) (micros.length * share))] / 1000.0;
        }

        /**
         * Returns the end of the last quarter of a second in which half of the responses took longer than this; 0 if
         * there was none.
         */
        long lastSlowHalfMillis(double millis) {
            long last = 0;
            for (long from = 0; from < seconds * 1000; from += WINDOW_MILLIS) {
                long window = from;
                List<Sample> due = samples.stream()
                        .filter(sample -> sample.dueMillis() / WINDOW_MILLIS == window / WINDOW_MILLIS)
                        .toList();
                long slow = due.stream()
                        .filter(sample -> sample.micros() > millis * 1000)
                        .count();
                if (2 * slow > due.size()) last = from + WINDOW_MILLIS;
            }
            return last;
        }

        @Override
        public String toString() {
            int[] statuses = samples.stream()
                    .mapToInt(Sample::status)
                    .distinct()
                    .sorted()
                    .toArray();
            StringBuilder text = new StringBuilder();
            for (int status : statuses) {
                text.append("%d: %.0f/s, p50 %.1f ms, p99 %.1f ms, max %.1f ms; "
                        .formatted(
                                status,
                                perSecond(status),
                                millis(status, 0.5),
                                millis(status, 0.99),
                                millis(status, 1)));
            }
            return text + Arrays.toString(statuses);
        }
    }
}
