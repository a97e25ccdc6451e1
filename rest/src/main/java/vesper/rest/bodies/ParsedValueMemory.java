package vesper.rest.bodies;

import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import vesper.http.Refusal;
import vesper.http.RefusedException;

/**
 * A limit on the memory for values parsed from JSON and XML bodies, for all requests together. A value counts until
 * both its handler and its exchange have ended. Its size is estimated before the body is parsed ({@link #bytesOf}). If
 * there is no other body, any estimate is allowed, because single bodies have their own limits.
 *
 * <p>If memory is short, virtual threads wait up to {@value #MAX_WAIT_MILLIS} ms, first come, first served. Other
 * threads must not block, so they are rejected at once.
 */
final class ParsedValueMemory {
    /** Smaller bodies do not count: they add little to the memory that a request takes anyway. */
    private static final int MIN_BYTES = 1 << 10;
    /** Bodies of this size and more are estimated by inspecting each byte. */
    private static final int LARGE_BYTES = 16 << 10;

    private static final long MAX_WAIT_MILLIS = 1_000;
    private static final Refusal OVERLOADED =
            new Refusal(503, "Too many large bodies are being processed; try again later");

    private static final int OBJECT_BYTES = 64;
    private static final int MEMBER_BYTES = 56;
    private static final int ELEMENT_BYTES = 20;
    /** Half of the fixed size of a string, because each string has two quotation marks. */
    private static final int QUOTE_BYTES = 24;
    /** Growth of a body that is too small to inspect. Most bodies grow less. */
    private static final int SMALL_FACTOR = 16;

    private final int allKib;
    private final Semaphore freeKib;

    ParsedValueMemory(long maxBytes) {
        allKib = Math.clamp(maxBytes >> 10, 1, Integer.MAX_VALUE);
        freeKib = new Semaphore(allKib, true);
    }

    /** Returns a limit of {@link BodyParser#PARSED_VALUES} of the heap. */
    static ParsedValueMemory ofHeap() {
        return new ParsedValueMemory(BodyParser.PARSED_VALUES.bytes());
    }

    /**
     * Reserves memory for the value of a body. Returns an action that releases it and must run once, or empty if
     * the body is so small that nothing is reserved.
     *
     * @throws RefusedException with 503 if there is not enough memory
     */
    Optional<Runnable> reserve(byte[] text) throws RefusedException, InterruptedException {
        if (text.length < MIN_BYTES) return Optional.empty();
        int kib = (int) Math.min(allKib, bytesOf(text) >> 10);
        if (!tryReserve(kib)) throw new RefusedException(OVERLOADED);
        return Optional.of(() -> freeKib.release(kib));
    }

    private boolean tryReserve(int kib) throws InterruptedException {
        return Thread.currentThread().isVirtual()
                ? freeKib.tryAcquire(kib, MAX_WAIT_MILLIS, TimeUnit.MILLISECONDS)
                : freeKib.tryAcquire(kib);
    }

    int freeKib() {
        return freeKib.availablePermits();
    }

    /**
     * Estimates the size of a text as maps, lists and strings, close to the upper limit for most texts. JSON of short
     * numbers in objects with few members becomes about fifteen times as large, a long string twice. Objects of classes
     * take less.
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
