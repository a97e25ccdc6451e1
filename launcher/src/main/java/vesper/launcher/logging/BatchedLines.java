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
 * Writes lines asynchronously and in batches, so that the caller neither formats nor waits.
 *
 * <p>At most {@code capacity} lines wait. While the queue is full, further lines are dropped and counted, and the next
 * batch reports how many. A separate thread polls every {@value #PAUSE_MILLIS} ms: waking it for each line would cost
 * the caller more than everything else. Any thread may add lines. A failing target or a line that cannot be formatted
 * does not stop the writer; lines that could not be written count as dropped.
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
     * Starts writing the lines.
     *
     * @param format appends the text of a line
     * @param formatLost appends a line with the number of lines dropped since the last such line
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

    /** Writes the waiting lines on the calling thread. */
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

    /** Formats a line. Application code may be part of that and may throw anything, which cannot be logged here. */
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

    /** Writes the waiting lines and stops the thread. */
    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(writer);
        flush();
    }
}
