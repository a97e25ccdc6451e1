package vesper.records.capture;

import java.util.random.RandomGenerator;

/**
 * Generates record ids: UUIDs of version 7 (RFC 9562, section 5.7). The upper half holds the time in milliseconds, the
 * lower half a counter below random bits. The random bits are chosen once, so ids of one source are consecutive and
 * compress to almost nothing. Not thread-safe.
 */
final class RecordIds {
    private static final long VERSION = 0x7000;
    private static final long VARIANT = 0x8000_0000_0000_0000L;
    private static final long COUNTER = (1L << 28) - 1;

    private final long randomHigh;
    private final long randomLow;
    private long count;

    RecordIds(RandomGenerator random) {
        randomHigh = random.nextLong() & 0xfff;
        randomLow = random.nextLong() & 0x3fff_ffff_ffff_ffffL & ~COUNTER;
    }

    long high(long atMillis) {
        return (atMillis << 16) | VERSION | randomHigh;
    }

    /**
     * Returns the next counter value. Values repeat after 2^28 ids; only a repetition within one millisecond would be a
     * duplicate.
     */
    long nextLow() {
        return VARIANT | randomLow | (count++ & COUNTER);
    }
}
