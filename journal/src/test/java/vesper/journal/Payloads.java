package vesper.journal;

import java.nio.ByteBuffer;
import java.util.Random;

/** Payloads that can be computed again from the writer and its count, so that an invented entry is detected. */
final class Payloads {
    private static final int HEAD_BYTES = 12;

    private Payloads() {}

    static ByteBuffer of(int writer, long count) {
        return of(writer, count, 200);
    }

    /** Returns a payload of 12 bytes and up to {@code maxBytes} more. */
    static ByteBuffer of(int writer, long count, int maxBytes) {
        var random = new Random(writer * 1_000_003L + count);
        byte[] filling = new byte[random.nextInt(maxBytes + 1)];
        random.nextBytes(filling);
        return ByteBuffer.allocate(HEAD_BYTES + filling.length)
                .putInt(writer)
                .putLong(count)
                .put(filling)
                .flip();
    }

    static int writer(ByteBuffer payload) {
        return payload.getInt(payload.position());
    }

    static long count(ByteBuffer payload) {
        return payload.getLong(payload.position() + Integer.BYTES);
    }

    /** Fails if no writer can have written this payload. */
    static void verify(ByteBuffer payload, int maxBytes) {
        if (!payload.equals(of(writer(payload), count(payload), maxBytes))) {
            throw new AssertionError("payload " + payload + " was never written by writer " + writer(payload)
                    + " with count " + count(payload));
        }
    }
}
