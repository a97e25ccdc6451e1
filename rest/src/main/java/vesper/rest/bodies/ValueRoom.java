package vesper.rest.bodies;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import vesper.http.Refusal;
import vesper.http.RefusedException;

/**
 * How much memory the values may take that have been read of JSON and XML bodies, of all requests together, each until
 * its handler and its exchange are done. What a body becomes is estimated before it is read ({@link #bytesOf}); one that is alone is
 * read however large that is, since there are bounds for one.
 *
 * <p>Who finds no room waits for it, at most {@value #MOST_WAIT_MILLIS} ms, in order; a thread that must not wait is
 * refused at once.
 */
final class ValueRoom {
    /** Less than this is little beside what a request takes anyway. */
    private static final int LEAST_BYTES = 1 << 10;
    /** From here on it is worth a look at each byte. */
    private static final int LARGE_BYTES = 16 << 10;

    private static final long MOST_WAIT_MILLIS = 1_000;
    private static final Refusal NO_ROOM = new Refusal(503, "too many large bodies are read at once; try again later");

    private static final int OBJECT_BYTES = 64;
    private static final int MEMBER_BYTES = 56;
    private static final int ELEMENT_BYTES = 20;
    /** Half of what a text is without its characters, as it has two quotation marks. */
    private static final int QUOTE_BYTES = 24;
    /** What is small becomes so many times its size, mostly less. */
    private static final int SMALL_FACTOR = 16;

    private final int allKib;
    private final Semaphore freeKib;

    ValueRoom(long mostBytes) {
        allKib = Math.clamp(mostBytes >> 10, 1, Integer.MAX_VALUE);
        freeKib = new Semaphore(allKib, true);
    }

    /** {@link LargeTexts#VALUES} of the heap. */
    static ValueRoom ofHeap() {
        return new ValueRoom(LargeTexts.VALUES.bytes());
    }

    /**
     * Takes room for what a body becomes. Gives what gives it back, to be run once; null for a body so small that none
     * is taken.
     *
     * @throws RefusedException with 503 if there is none
     */
    @Nullable
    Runnable take(byte[] text) throws RefusedException, InterruptedException {
        if (text.length < LEAST_BYTES) return null;
        int kib = (int) Math.min(allKib, bytesOf(text) >> 10);
        if (!isTaken(kib)) throw new RefusedException(NO_ROOM);
        return () -> freeKib.release(kib);
    }

    private boolean isTaken(int kib) throws InterruptedException {
        return Thread.currentThread().isVirtual()
                ? freeKib.tryAcquire(kib, MOST_WAIT_MILLIS, TimeUnit.MILLISECONDS)
                : freeKib.tryAcquire(kib);
    }

    int freeKib() {
        return freeKib.availablePermits();
    }

    /**
     * About what a text becomes as maps, lists and texts, the most that most of it may become: JSON of short numbers
     * in objects of few members is about fifteen times its size, a long text twice. Objects of classes take less.
     */
    static long bytesOf(byte[] text) {
        if (text.length < LARGE_BYTES) return (long) text.length * SMALL_FACTOR;
        long bytes = text.length;
        for (byte b : text) {
            bytes += switch (b) {
                case '{', '[', '<' -> OBJECT_BYTES;
                case ':', '=' -> MEMBER_BYTES;
                case ',' -> ELEMENT_BYTES;
                case '"' -> QUOTE_BYTES;
                default -> 0;
            };
        }
        return bytes;
    }
}
