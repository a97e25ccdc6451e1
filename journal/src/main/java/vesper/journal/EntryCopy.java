package vesper.journal;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * A copy of one entry's bytes, checked and independent of later changes to the file. The buffer is reused for the next
 * entry. For use by one thread at a time.
 */
final class EntryCopy {
    private static final int FIRST_BYTES = 4 << 10;
    /** Larger buffers are released after use. */
    private static final int MAX_RETAINED_BYTES = 1 << 20;

    private final EntryChecksum checksum = new EntryChecksum();
    private ByteBuffer bytes = ByteBuffer.allocate(FIRST_BYTES);
    private int length;

    /**
     * Copies and checks an entry.
     *
     * @param expectedSequence 0 for any
     * @return a description of the damage; empty if the entry is intact
     */
    Optional<String> copyAndCheck(ByteBuffer segment, int at, int limit, long expectedSequence) {
        try {
            Optional<String> damage = copyUnguarded(segment, at, limit, expectedSequence);
            // The JVM may report a failed read only at the thread's next safepoint. Reach one to catch the error here.
            if (damage.isPresent()) LockSupport.parkNanos(1);
            return damage;
        } catch (InternalError unreadable) {
            return Optional.of(describe(unreadable));
        }
    }

    /** Describes the error that the JVM throws if a mapped file has become shorter, or the disk cannot read it. */
    static String describe(InternalError why) {
        return "cannot be read; the file was truncated or its disk fails: " + why.getMessage();
    }

    private Optional<String> copyUnguarded(ByteBuffer segment, int at, int limit, long expectedSequence) {
        if (limit - at < EntryFormat.HEADER_BYTES) return Optional.of("too few bytes left for an entry");
        int found = EntryFormat.length(segment, at);
        if (!EntryFormat.isPossible(found, at, limit)) return Optional.of("invalid length " + found);
        length = found;
        int copied = EntryFormat.aligned(found);
        byte[] copy = room(copied);
        segment.get(at, copy, 0, copied);
        int expected = EntryFormat.storedChecksum(bytes, 0);
        int sum = checksum.of(copy, Integer.BYTES, copied);
        if (expected != sum) return Optional.of(DamagedSegmentException.checksums(expected, sum));
        if (EntryFormat.length(bytes, 0) != found) return Optional.of("the length changed while it was read");
        if (expectedSequence != 0 && sequence() != expectedSequence) {
            return Optional.of("expected sequence " + expectedSequence + ", was " + sequence());
        }
        return Optional.empty();
    }

    private byte[] room(int copied) {
        int has = bytes.capacity();
        boolean fits = copied <= has && (has <= MAX_RETAINED_BYTES || copied > MAX_RETAINED_BYTES);
        if (!fits) {
            int grown = Math.min(MAX_RETAINED_BYTES, Math.max(FIRST_BYTES, 2 * has));
            bytes = ByteBuffer.allocate(Math.max(copied, grown));
        }
        return bytes.array();
    }

    int sizeBytes() {
        return EntryFormat.aligned(length);
    }

    long sequence() {
        return EntryFormat.sequence(bytes, 0);
    }

    int type() {
        return EntryFormat.type(bytes, 0);
    }

    /** Returns the payload, valid until the next entry is taken. */
    ByteBuffer payload() {
        return bytes.slice(EntryFormat.HEADER_BYTES, length - EntryFormat.HEADER_BYTES);
    }
}
