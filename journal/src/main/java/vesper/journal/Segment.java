package vesper.journal;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
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
    /** No system has smaller pages. */
    private static final long PAGE_BYTES = 4096;

    private static final VarHandle WORD = ValueLayout.JAVA_LONG.varHandle();

    private final int number;
    private final long firstSequence;
    private final long createdAtMillis;
    private final DiskFile file;
    private final SegmentHeader header;
    /** Of the thread that appends. */
    private final ByteBuffer bytes;

    private final EntryWriter writer = new EntryWriter();
    private final AtomicInteger holders = new AtomicInteger(1);

    private volatile int end;
    private volatile boolean sealed;

    private Segment(int number, DiskFile file, SegmentHeader header) {
        this.number = number;
        this.firstSequence = header.firstSequence();
        this.createdAtMillis = header.createdAtMillis();
        this.file = file;
        this.header = header;
        this.bytes = file.bytes().asByteBuffer();
        this.sealed = header.isSealed();
        this.end = sealed ? header.syncedTo() : SegmentHeader.BYTES;
    }

    /** Begins to use a file of zeros. */
    static Segment begin(int number, DiskFile file, long firstSequence, long createdAtMillis) {
        var header = SegmentHeader.write(file.bytes(), number, firstSequence, createdAtMillis);
        return new Segment(number, file, header);
    }

    /**
     * Takes up a file that a journal wrote before; {@link #scan} then finds where its entries end, if it is not sealed.
     *
     * @param mayBeUnwritten true where the header need not have reached the disk
     * @return null where it has not
     */
    static @Nullable Segment reopen(int number, DiskFile file, boolean mayBeUnwritten) throws DamagedSegmentException {
        String name = fileName(number);
        long sizeBytes = file.bytes().byteSize();
        if (sizeBytes > JournalOptions.MOST_SEGMENT_BYTES) {
            throw new DamagedSegmentException(name, JournalOptions.MOST_SEGMENT_BYTES, "is too long for a segment");
        }
        SegmentHeader header;
        try {
            header = SegmentHeader.read(name, number, file.bytes());
        } catch (DamagedSegmentException torn) {
            if (mayBeUnwritten) return null;
            throw torn;
        }
        if (header.syncedTo() > sizeBytes) {
            throw new DamagedSegmentException(name, sizeBytes, "was longer, to byte " + header.syncedTo());
        }
        return new Segment(number, file, header);
    }

    static String fileName(int number) {
        return String.format(Locale.ROOT, "%08d.journal", number);
    }

    int number() {
        return number;
    }

    long firstSequence() {
        return firstSequence;
    }

    long createdAtMillis() {
        return createdAtMillis;
    }

    int end() {
        return end;
    }

    boolean isSealed() {
        return sealed;
    }

    /** True once any of its entries was synced. */
    boolean isSynced() {
        return header.syncedTo() > SegmentHeader.BYTES;
    }

    boolean hasRoomFor(int payloadBytes) {
        return EntryFormat.sizeBytes(payloadBytes) <= bytes.capacity() - end;
    }

    /**
     * @return the offset of the entry
     * @throws InternalError where the file does not take it; nothing may be appended then
     */
    int append(long sequence, int type, ByteBuffer payload) {
        int at = end;
        int next = at + EntryFormat.sizeBytes(payload.remaining());
        try {
            writer.write(bytes, at, sequence, type, payload);
        } catch (InternalError unwritable) {
            throw unwritable;
        } catch (RuntimeException | Error unreadable) {
            // The payload's memory was closed, say. What follows must find zeros again.
            file.bytes().asSlice(at, next - at).fill((byte) 0);
            throw unreadable;
        }
        end = next;
        return at;
    }

    void syncHeader() throws IOException {
        file.force(0, SegmentHeader.BYTES);
    }

    /** Forces what is not yet on the disk, up to {@code offset}, and marks it. */
    void syncTo(int offset) throws IOException {
        int from = header.syncedTo();
        if (offset <= from) return;
        // The header goes with the first entries.
        file.force(from == SegmentHeader.BYTES ? 0 : from, offset);
        header.mark(offset, false);
    }

    /**
     * Nothing will be appended; gives back the room behind the last entry.
     *
     * @param following its header is on the disk before this one is sealed: so whoever finds a sealed segment knows
     *     that another follows it, and a header that cannot be read behind a sealed segment is damage
     */
    void seal(Segment following) throws IOException {
        if (sealed) return;
        syncTo(end);
        following.syncHeader();
        header.mark(end, true);
        syncHeader();
        sealed = true;
        try {
            file.truncate(end);
        } catch (IOException _) {
            // Room is lost, and nothing else: what is behind the mark is not looked at.
        }
    }

    /**
     * Finds the end of the entries by reading all of them.
     *
     * @throws DamagedSegmentException where something is wrong with what had been synced
     */
    Scan scan() throws DamagedSegmentException {
        ByteBuffer view = view();
        var entry = new EntryCopy();
        int syncedTo = header.syncedTo();
        long sequence = firstSequence;
        int at = SegmentHeader.BYTES;
        while (!EntryFormat.isEnd(view, at)) {
            String wrong = entry.take(view, at, view.capacity(), sequence);
            if (wrong != null && at < syncedTo) throw new DamagedSegmentException(fileName(number), at, wrong);
            if (wrong != null) break;
            at += entry.sizeBytes();
            sequence++;
        }
        if (at < syncedTo) {
            throw new DamagedSegmentException(fileName(number), at, "the entries end before byte " + syncedTo);
        }
        end = at;
        return new Scan(sequence, Math.max(0, writtenBytes(file.bytes()) - at));
    }

    /**
     * Clears what {@link #scan} found to be no entry, so that it never looks like one again, and has what is not known
     * to be on the disk written again: where a sync failed before, the system takes the pages that it could not write
     * for written, and the next sync would pass over them.
     */
    void recover(int tailBytes) throws IOException {
        MemorySegment memory = file.bytes();
        if (tailBytes > 0) {
            memory.asSlice(end, tailBytes).fill((byte) 0);
            file.force(end, end + tailBytes);
        }
        for (long at = header.syncedTo() & -PAGE_BYTES; at < end; at += PAGE_BYTES) {
            // Volatile, since a compiler drops a store of what is there.
            WORD.setVolatile(memory, at, (long) WORD.getVolatile(memory, at));
        }
    }

    /**
     * After a sync that failed: has written again what is not known to be on the disk, as {@link #recover} does, when it is
     * what was written still. The system may have given up a page that it could not write, and read the old one.
     */
    void writeAgain() throws IOException {
        if (sealed) return;
        ByteBuffer view = view();
        var entry = new EntryCopy();
        long expected = 0;
        for (int at = Math.max(SegmentHeader.BYTES, header.syncedTo()); at < end; at += entry.sizeBytes()) {
            String wrong = entry.take(view, at, end, expected);
            if (wrong != null) throw new DamagedSegmentException(fileName(number), at, wrong);
            expected = entry.sequence() + 1;
        }
        // Of an entry that did not get there; it must not be taken for one when the next one has its sequence.
        recover(Math.max(0, writtenBytes() - end));
    }

    /** Up to the last byte that is not 0. */
    static int writtenBytes(MemorySegment bytes) {
        long at = bytes.byteSize();
        while (at % Long.BYTES > 0 && bytes.get(ValueLayout.JAVA_BYTE, at - 1) == 0) at--;
        if (at % Long.BYTES > 0) return (int) at;
        while (at > 0 && bytes.get(ValueLayout.JAVA_LONG_UNALIGNED, at - Long.BYTES) == 0) at -= Long.BYTES;
        while (at > 0 && bytes.get(ValueLayout.JAVA_BYTE, at - 1) == 0) at--;
        return (int) at;
    }

    int writtenBytes() {
        return writtenBytes(file.bytes());
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

    /** @param tailBytes from the end of the last entry to the last byte that is not 0 */
    record Scan(long nextSequence, int tailBytes) {}
}
