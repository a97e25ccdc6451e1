package vesper.rest.bodies;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.reflect.Type;
import java.nio.charset.Charset;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import vesper.codec.Codec;
import vesper.codec.Decoded;
import vesper.codec.MediaFormat;
import vesper.http.HeapShare;
import vesper.http.RefusedException;

/**
 * Reads texts that clients sent. What is large takes milliseconds, and who sends many of that would hold up every
 * connection of the event loop that carries this virtual thread: it is read on a thread of the JDK's scheduler, to
 * which the machine gives its time beside the loops', while this one is parked.
 *
 * <p>So many are read at once that half of the processors is left for everything else, and that what becomes of them,
 * many times their size, is not made for all of them at once. The others wait for their turn, in order; what waits is
 * held by requests that are open, so the server's bounds on those and on their bodies hold for it. What the texts become
 * has a bound of its own ({@link ValueRoom}).
 */
public final class LargeTexts {
    /** What texts have become, by an estimate. */
    public static final HeapShare VALUES = new HeapShare(3);

    /** Read in less than a millisecond, but for what was made to be slow; going elsewhere takes some microseconds. */
    private static final int LARGE_BYTES = 16 << 10;

    private final Semaphore turns =
            new Semaphore(Math.max(1, Runtime.getRuntime().availableProcessors() / 2), true);
    private final ValueRoom room = ValueRoom.ofHeap();

    /**
     * Takes room for what a text becomes. Gives what gives it back, null where the text is so small that none is taken.
     *
     * @throws RefusedException with 503 if there is none beside what other texts have become
     */
    public @Nullable Runnable takeRoomFor(byte[] text) throws IOException {
        try {
            return room.take(text);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while a text waited for room");
        }
    }

    /** {@code charset} is null where the format says it. */
    public Decoded<Object> read(Codec codec, MediaFormat format, byte[] text, @Nullable Charset charset, Type type)
            throws IOException {
        // A platform thread is not carried by a loop, or it is the loop's, which must not wait.
        if (text.length <= LARGE_BYTES || !Thread.currentThread().isVirtual())
            return here(codec, format, text, charset, type);
        try {
            turns.acquire();
            try {
                return elsewhere(() -> here(codec, format, text, charset, type));
            } finally {
                turns.release();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while a text was read");
        }
    }

    private static Decoded<Object> here(
            Codec codec, MediaFormat format, byte[] text, @Nullable Charset charset, Type type) {
        return charset == null ? codec.read(format, text, type) : codec.read(format, text, charset, type);
    }

    private static Decoded<Object> elsewhere(Supplier<Decoded<Object>> reading) throws InterruptedException {
        CompletableFuture<Decoded<Object>> outcome = new CompletableFuture<>();
        Thread.ofVirtual().name("large text").start(() -> {
            try {
                outcome.complete(reading.get());
            } catch (Throwable e) {
                outcome.completeExceptionally(e);
            }
        });
        try {
            return outcome.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) throw error;
            if (e.getCause() instanceof RuntimeException failure) throw failure;
            throw new IllegalStateException("a text could not be read", e);
        }
    }
}
