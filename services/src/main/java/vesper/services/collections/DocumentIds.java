package vesper.services.collections;

import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Generates ids for documents that are created without one. They are UUIDs of version 7 (RFC 9562, section 5.7), so
 * listings have roughly the order of creation. Thread-safe.
 */
final class DocumentIds implements Supplier<UUID> {
    private static final long VERSION = 0x7000;
    private static final long VARIANT = 0x8000_0000_0000_0000L;
    private static final int RANDOM_IN_UPPER = 0xfff;

    private final InstantSource clock;
    private final SecureRandom random;

    DocumentIds(InstantSource clock, SecureRandom random) {
        this.clock = clock;
        this.random = random;
    }

    @Override
    public UUID get() {
        long upper = clock.millis() << 16 | VERSION | (random.nextInt() & RANDOM_IN_UPPER);
        return new UUID(upper, VARIANT | random.nextLong() >>> 2);
    }
}
