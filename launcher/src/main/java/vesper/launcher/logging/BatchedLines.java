package vesper.launcher.logging;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;

/**
 * Writes lines some time after they are given, many in one write, so that who gives one neither formats nor waits.
 *
 * <p>At most {@code capacity} wait; while so many do, further ones are dropped and counted. A thread of its own looks
 * every {@value #PAUSE_MILLIS} ms: waking it for each line would cost the giver more than all the rest. Any thread may
 * give lines. A target that fails ends nothing: what could not be written counts as dropped.
 */
final class BatchedLines<T> implements AutoCloseable {
    private static final int PAUSE_MILLIS = 50;

    private final BlockingQueue<T> waiting;
    private final BiConsumer<T, StringBuilder> format;
    private final OutputStream target;
    private final LongAdder dropped = new LongAdder();
    private final Thread writer;
    private volatile boolean closed;

    private BatchedLines(String threadName, int capacity, BiConsumer<T, StringBuilder> format, OutputStream target) {
        this.waiting = new ArrayBlockingQueue<>(capacity);
        this.format = format;
        this.target = target;
        this.writer = Thread.ofPlatform().daemon().name(threadName).unstarted(this::writeUntilClosed);
    }

    /** Begins to write what {@code format} makes of what is given; it is closed with this. */
    static <T> BatchedLines<T> to(
            OutputStream target, String threadName, int capacity, BiConsumer<T, StringBuilder> format) {
        BatchedLines<T> lines = new BatchedLines<>(threadName, capacity, format, target);
        lines.writer.start();
        return lines;
    }

    void give(T line) {
        if (!waiting.offer(line)) dropped.increment();
    }

    /** How many lines have been lost so far. */
    long dropped() {
        return dropped.sum();
    }

    /** Writes what waits now, on the calling thread. */
    synchronized void flush() {
        List<T> batch = new ArrayList<>();
        if (waiting.drainTo(batch) == 0) return;
        StringBuilder text = new StringBuilder(batch.size() * 128);
        for (T line : batch) format.accept(line, text);
        try {
            target.write(text.toString().getBytes(UTF_8));
            target.flush();
        } catch (IOException e) {
            dropped.add(batch.size());
        }
    }

    private void writeUntilClosed() {
        while (!closed) {
            flush();
            LockSupport.parkNanos(this, Duration.ofMillis(PAUSE_MILLIS).toNanos());
        }
    }

    /** Writes what waits and ends. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(writer);
        flush();
    }
}
