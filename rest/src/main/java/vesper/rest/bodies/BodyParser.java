package vesper.rest.bodies;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.lang.reflect.Type;
import java.nio.charset.Charset;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import vesper.codec.Codec;
import vesper.codec.DecodeResult;
import vesper.codec.MediaFormat;
import vesper.http.HeapShare;
import vesper.http.RefusedException;

/**
 * Parses text that clients sent. Parsing a large text takes milliseconds. On the event loop that carries the calling
 * virtual thread, a client that sends many of them would block all other connections. So a large text is parsed on a
 * virtual thread of the JDK's scheduler while the caller is parked, and the operating system divides the processors
 * between that scheduler and the event loops.
 *
 * <p>At most half as many texts as there are processors are parsed at the same time, at least one. This leaves
 * processors for everything else, and limits the number of results, many times as large as their texts, that are built
 * at once. Other texts wait in order. Each waiting text belongs to an open request, so the server's limits on requests
 * and bodies apply to it. The memory of the results has a separate limit ({@link ParsedValueMemory}).
 */
public final class BodyParser {
    /** The share of the heap for parsed values, by estimate. */
    public static final HeapShare PARSED_VALUES = new HeapShare(3);

    /**
     * Texts up to this size are parsed in less than a millisecond, unless they are crafted to be slow. Changing the
     * thread takes some microseconds.
     */
    private static final int LARGE_BYTES = 16 << 10;

    private final Semaphore permits =
            new Semaphore(Math.max(1, Runtime.getRuntime().availableProcessors() / 2), true);
    private final ParsedValueMemory memory = ParsedValueMemory.ofHeap();

    /**
     * Reserves memory for the value that a text is parsed to. Returns an action that releases it, or empty if the text
     * is so small that nothing is reserved.
     *
     * @throws RefusedException with 503 if the values of other texts leave too little memory
     */
    public Optional<Runnable> reserveMemoryFor(byte[] text) throws IOException {
        try {
            return memory.reserve(text);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for memory");
        }
    }

    /**
     * Parses a text.
     *
     * @param charset null if the format determines it
     */
    public DecodeResult<Object> read(Codec codec, MediaFormat format, byte[] text, @Nullable Charset charset, Type type)
            throws IOException {
        // A platform thread is either not on an event loop, or it is the loop's own thread, which must not block.
        if (text.length <= LARGE_BYTES || !Thread.currentThread().isVirtual())
            return parse(codec, format, text, charset, type);
        try {
            permits.acquire();
            try {
                return parseOnScheduler(() -> parse(codec, format, text, charset, type));
            } finally {
                permits.release();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while parsing the body");
        }
    }

    private static DecodeResult<Object> parse(
            Codec codec, MediaFormat format, byte[] text, @Nullable Charset charset, Type type) {
        return charset == null ? codec.read(format, text, type) : codec.read(format, text, charset, type);
    }

    private static DecodeResult<Object> parseOnScheduler(Supplier<DecodeResult<Object>> parsing)
            throws InterruptedException {
        CompletableFuture<DecodeResult<Object>> outcome = new CompletableFuture<>();
        Thread.ofVirtual().name("large text").start(() -> {
            try {
                outcome.complete(parsing.get());
            } catch (Throwable e) {
                outcome.completeExceptionally(e);
            }
        });
        try {
            return outcome.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Error error) throw error;
            if (e.getCause() instanceof RuntimeException failure) throw failure;
            throw new IllegalStateException("could not parse the body", e);
        }
    }
}
