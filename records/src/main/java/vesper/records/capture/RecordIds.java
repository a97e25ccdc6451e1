package vesper.records.capture;

import java.util.random.RandomGenerator;

/**
 * Ids of records: UUIDs of version 7 (RFC 9562, section 5.7), of which the upper half holds the time in milliseconds
 * and the lower counts on from a random number. The random parts are chosen once, so that ids of one source follow each
 * other and take next to no room when they are stored together. Used by one thread.
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

    /** Another number each time, for some 2^28 in the same millisecond. */
    long nextLow() {
        return VARIANT | randomLow | (count++ & COUNTER);
    }
}
