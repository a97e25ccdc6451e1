package vesper.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import vesper.journal.Disk.DiskFile;

/**
 * One file of a journal.
 * <pre>
 * segment := header entry* zeros       header and entry: SegmentHeader, EntryFormat
 * </pre>
 * One thread appends at a time, one syncs, any number read what is before {@link #end}. The file stays in memory while
 * somebody {@linkplain #retain retains} it, also after it was deleted.
 */
final class Segment {
    private final int number;
    private final DiskFile file;
    private final SegmentHeader header;
    /** Of the thread that appends. */
    private final ByteBuffer bytes;

    private final CRC32C crc = new CRC32C();
    private final AtomicInteger holders = new AtomicInteger(1);

    private volatile int end;

    private Segment(int number, DiskFile file, SegmentHeader header, int end) {
        this.number = number;
        this.file = file;
        this.header = header;
        this.bytes = file.bytes().asByteBuffer();
        this.end = end;
    }

    /** Begins to use a file of zeros. */
    static Segment begin(int number, DiskFile file, long firstSequence, long createdAtMillis) {
        var header = new SegmentHeader(fileName(number), file.bytes());
        header.write(number, firstSequence, createdAtMillis);
        return new Segment(number, file, header, SegmentHeader.BYTES);
    }

    /**
     * Takes up a file that a journal wrote before; {@link #scan} then finds where its entries end.
     *
     * @return null where it was made in advance and never used
     */
    static @Nullable Segment reopen(int number, DiskFile file) throws DamagedSegmentException {
        String name = fileName(number);
        if (file.bytes().byteSize() < SegmentHeader.BYTES) return null;
        var header = new SegmentHeader(name, file.bytes());
        if (header.isBlank()) return null;
        header.verify(number);
        int end = header.isSealed() ? header.syncedTo() : SegmentHeader.BYTES;
        if (header.syncedTo() > file.bytes().byteSize()) {
            throw new DamagedSegmentException(
                    name, file.bytes().byteSize(), "was longer, to byte " + header.syncedTo());
        }
        return new Segment(number, file, header, end);
    }

    static String fileName(int number) {
        return String.format(Locale.ROOT, "%08d.journal", number);
    }

    int number() {
        return number;
    }

    long firstSequence() {
        return header.firstSequence();
    }

    long createdAtMillis() {
        return header.createdAtMillis();
    }

    int end() {
        return end;
    }

    boolean isSealed() {
        return header.isSealed();
    }

    int syncedTo() {
        return header.syncedTo();
    }

    boolean hasRoomFor(int payloadBytes) {
        return EntryFormat.sizeBytes(payloadBytes) <= bytes.capacity() - end;
    }

    /** @return the offset of the entry */
    int append(long sequence, int type, ByteBuffer payload) {
        int at = end;
        int next = at + EntryFormat.sizeBytes(payload.remaining());
        EntryFormat.write(bytes, at, sequence, type, payload, crc);
        end = next;
        return at;
    }

    /** Forces what is not yet on the disk, up to {@code offset}, and marks it. */
    void syncTo(int offset) throws IOException {
        int from = header.syncedTo();
        if (offset <= from) return;
        // The header goes with the first entries.
        file.force(from == SegmentHeader.BYTES ? 0 : from, offset);
        header.mark(offset, false);
    }

    /** Nothing will be appended; gives back the room behind the last entry. */
    void seal() throws IOException {
        if (header.isSealed()) return;
        syncTo(end);
        header.mark(end, true);
        file.force(0, SegmentHeader.BYTES);
        file.truncate(end);
    }

    /**
     * Finds the end of the entries by reading all of them.
     *
     * @return the sequence after the last entry, and how many bytes behind it were no entry
     * @throws DamagedSegmentException where something is wrong with what had been synced
     */
    Scan scan() throws DamagedSegmentException {
        ByteBuffer view = file.bytes().asByteBuffer();
        int limit = isSealed() ? header.syncedTo() : view.capacity();
        long sequence = firstSequence();
        int at = SegmentHeader.BYTES;
        while (at < limit && !EntryFormat.isEnd(view, at)) {
            String wrong = wrongAt(view, at, limit, sequence, crc);
            if (wrong != null) {
                if (at < header.syncedTo()) throw new DamagedSegmentException(fileName(number), at, wrong);
                break;
            }
            at += EntryFormat.aligned(EntryFormat.length(view, at));
            sequence++;
        }
        if (at < header.syncedTo()) {
            throw new DamagedSegmentException(fileName(number), at, "the entries end before byte " + header.syncedTo());
        }
        int written = isSealed() ? at : lastNonZero(view);
        end = at;
        return new Scan(sequence, Math.max(0, written - at));
    }

    /** Clears what {@link #scan} found to be no entry, so that it never looks like one again. */
    void cutTail(int tailBytes) throws IOException {
        file.bytes().asSlice(end, tailBytes).fill((byte) 0);
        file.force(end, end + tailBytes);
    }

    /** What is wrong with the entry there, or null. */
    static @Nullable String wrongAt(ByteBuffer view, int at, int limit, long expectedSequence, CRC32C crc) {
        int length = EntryFormat.length(view, at);
        if (!EntryFormat.isPossible(length, at, limit)) return "a length of " + length + " cannot be";
        int expected = EntryFormat.storedChecksum(view, at);
        int found = EntryFormat.checksum(view, at, length, crc);
        view.clear();
        if (expected != found) return String.format(Locale.ROOT, "expected crc %08x, was %08x", expected, found);
        long sequence = EntryFormat.sequence(view, at);
        if (sequence != expectedSequence) return "expected sequence " + expectedSequence + ", was " + sequence;
        return null;
    }

    /** A view of its own for each reader. */
    ByteBuffer view() {
        return file.bytes().asReadOnly().asByteBuffer();
    }

    /** Keeps the file in memory; false where it is gone already. Every success is followed by a {@link #release}. */
    boolean retain() {
        return holders.getAndUpdate(count -> count == 0 ? 0 : count + 1) > 0;
    }

    void release() {
        if (holders.decrementAndGet() == 0) file.close();
    }

    private static int lastNonZero(ByteBuffer view) {
        int at = view.capacity() / Long.BYTES * Long.BYTES;
        while (at > 0 && view.getLong(at - Long.BYTES) == 0) at -= Long.BYTES;
        return at;
    }

    /** @param tailBytes from the end of the last entry to the last byte that is not 0 */
    record Scan(long nextSequence, int tailBytes) {}
}
