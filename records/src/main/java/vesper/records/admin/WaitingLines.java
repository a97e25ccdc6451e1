package vesper.records.admin;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A buffer of lines between the searching thread and the sending one. It holds at most {@value #MOST_LINES} lines with
 * a total of {@value #MOST_BYTES} bytes, or a single longer line.
 */
final class WaitingLines {
    private static final int MOST_LINES = 64;
    private static final int MOST_BYTES = 256 << 10;

    private final Deque<byte[]> lines = new ArrayDeque<>();
    private long bytes;
    private boolean ended;
    private boolean left;
    private @Nullable String reason;

    /** Adds a line; returns false after a timeout. Discards the line if the reader has left. */
    synchronized boolean offer(byte[] line, long millis) throws InterruptedException {
        long until = System.nanoTime() + millis * 1_000_000;
        while (!left && !hasRoomFor(line)) {
            long leftMillis = (until - System.nanoTime()) / 1_000_000;
            if (leftMillis <= 0) return false;
            wait(leftMillis);
        }
        if (left) return true;
        lines.addLast(line);
        bytes += line.length;
        notifyAll();
        return true;
    }

    private boolean hasRoomFor(byte[] line) {
        return lines.isEmpty() || (lines.size() < MOST_LINES && bytes + line.length <= MOST_BYTES);
    }

    /** Waits for the next line; returns null after the last one. */
    synchronized byte @Nullable [] take() throws InterruptedException {
        while (lines.isEmpty() && !ended) wait();
        byte[] line = lines.pollFirst();
        if (line == null) return null;
        bytes -= line.length;
        notifyAll();
        return line;
    }

    synchronized boolean isEmpty() {
        return lines.isEmpty();
    }

    /**
     * Ends the lines.
     *
     * @param why reason why they are incomplete; null if they are complete
     */
    synchronized void end(@Nullable String why) {
        ended = true;
        reason = why;
        notifyAll();
    }

    /** Returns the reason why the lines are incomplete; null if they are complete. */
    synchronized @Nullable String reason() {
        return reason;
    }

    /** Marks the reader as gone; all lines are discarded from now on. */
    synchronized void markReaderGone() {
        left = true;
        lines.clear();
        notifyAll();
    }

    synchronized boolean isLeft() {
        return left;
    }
}
