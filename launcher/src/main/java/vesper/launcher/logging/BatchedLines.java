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
import java.util.function.ObjLongConsumer;

/**
 * Writes lines some time after they are given, many in one write, so that who gives one neither formats nor waits.
 *
 * <p>At most {@code capacity} wait; while so many do, further ones are dropped and counted, and the next text that is
 * written says how many. A thread of its own looks every {@value #PAUSE_MILLIS} ms: waking it for each line would cost
 * the giver more than all the rest. Any thread may give lines. A target that fails ends nothing, nor does a line that
 * cannot be formatted: what could not be written counts as dropped.
 */
final class BatchedLines<T> implements AutoCloseable {
    private static final int PAUSE_MILLIS = 50;

    private final BlockingQueue<T> waiting;
    private final BiConsumer<T, StringBuilder> format;
    private final ObjLongConsumer<StringBuilder> formatLost;
    private final OutputStream target;
    private final LongAdder dropped = new LongAdder();
    private final Thread writer;
    private long toldDropped;
    private volatile boolean closed;

    private BatchedLines(
            String threadName,
            int capacity,
            BiConsumer<T, StringBuilder> format,
            ObjLongConsumer<StringBuilder> formatLost,
            OutputStream target) {
        this.waiting = new ArrayBlockingQueue<>(capacity);
        this.format = format;
        this.formatLost = formatLost;
        this.target = target;
        this.writer = Thread.ofPlatform().daemon().name(threadName).unstarted(this::writeUntilClosed);
    }

    /**
     * Begins to write what {@code format} makes of what is given.
     *
     * @param formatLost makes the line that says how many were dropped since the last such line
     */
    static <T> BatchedLines<T> to(
            OutputStream target,
            String threadName,
            int capacity,
            BiConsumer<T, StringBuilder> format,
            ObjLongConsumer<StringBuilder> formatLost) {
        BatchedLines<T> lines = new BatchedLines<>(threadName, capacity, format, formatLost, target);
        lines.writer.start();
        return lines;
    }

    void give(T line) {
        if (!waiting.offer(line)) dropped.increment();
    }

    /** Writes what waits now, on the calling thread. */
    synchronized void flush() {
        List<T> batch = new ArrayList<>();
        waiting.drainTo(batch);
        StringBuilder text = new StringBuilder(batch.size() * 128);
        int formatted = 0;
        for (T line : batch) if (isFormatted(line, text)) formatted++;
        dropped.add(batch.size() - formatted);
        long lost = dropped.sum();
        if (lost > toldDropped) formatLost.accept(text, lost - toldDropped);
        if (text.isEmpty()) return;
        try {
            target.write(text.toString().getBytes(UTF_8));
            target.flush();
            toldDropped = lost;
        } catch (IOException | RuntimeException e) {
            dropped.add(formatted);
        }
    }

    /** The text of a message is made by whoever is in it, so anything may be thrown; there is no log to tell of it. */
    private boolean isFormatted(T line, StringBuilder text) {
        int before = text.length();
        try {
            format.accept(line, text);
            return true;
        } catch (RuntimeException | StackOverflowError | LinkageError e) {
            text.setLength(before);
            return false;
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
