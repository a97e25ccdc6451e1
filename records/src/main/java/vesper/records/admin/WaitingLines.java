package vesper.records.admin;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Lines between the thread that finds them and the one that sends them: at most {@value #MOST_LINES}, and of
 * {@value #MOST_BYTES} bytes or a single longer one.
 */
final class WaitingLines {
    private static final int MOST_LINES = 64;
    private static final int MOST_BYTES = 256 << 10;

    private final Deque<byte[]> lines = new ArrayDeque<>();
    private long bytes;
    private boolean ended;
    private boolean left;
    private @Nullable String reason;

    /** Puts a line in; false where there was no room in this time. */
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

    /** Waits for the next one; null where none will come any more. */
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

    /** @param why these are not all; null where they are */
    synchronized void end(@Nullable String why) {
        ended = true;
        reason = why;
        notifyAll();
    }

    /** Why what was taken is not all; null where it is. */
    synchronized @Nullable String reason() {
        return reason;
    }

    /** Nobody takes any more. */
    synchronized void leave() {
        left = true;
        lines.clear();
        notifyAll();
    }

    synchronized boolean isLeft() {
        return left;
    }
}
