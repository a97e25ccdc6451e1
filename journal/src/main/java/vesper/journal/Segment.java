package vesper.journal;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import vesper.journal.Disk.DiskFile;

/**
 * One file of a journal.
 * <pre>
 * segment := header entry* zeros       header and entry: SegmentHeader, EntryFormat
 * </pre>
 * One thread at a time appends, one syncs, and any number read up to {@link #end}. The file stays mapped while a reader
 * {@linkplain #retain retains} it, even after it was deleted.
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
    /** Used by the appending thread only. */
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

    /** Starts to use a file of zeros. */
    static Segment create(int number, DiskFile file, long firstSequence, long createdAtMillis) {
        var header = SegmentHeader.write(file.bytes(), number, firstSequence, createdAtMillis);
        return new Segment(number, file, header);
    }

    /**
     * Opens a file of an existing journal. If it is not sealed, {@link #scan} must then find the end of its entries.
     *
     * @param mayBeUnwritten true if a power cut may have prevented the header from reaching the disk
     * @return empty if it did not reach the disk
     */
    static Optional<Segment> reopen(int number, DiskFile file, boolean mayBeUnwritten) throws DamagedSegmentException {
        String name = fileName(number);
        long sizeBytes = file.bytes().byteSize();
        if (sizeBytes > JournalOptions.MAX_SEGMENT_BYTES) {
            throw new DamagedSegmentException(name, JournalOptions.MAX_SEGMENT_BYTES, "is too long for a segment");
        }
        SegmentHeader header;
        try {
            header = SegmentHeader.read(name, number, file.bytes());
        } catch (DamagedSegmentException torn) {
            if (mayBeUnwritten) return Optional.empty();
            throw torn;
        }
        if (header.syncedTo() > sizeBytes) {
            throw new DamagedSegmentException(
                    name, sizeBytes, "is truncated; it was synced up to byte " + header.syncedTo());
        }
        return Optional.of(new Segment(number, file, header));
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

    /** Returns whether any of its entries was synced. */
    boolean hasSyncedEntries() {
        return header.syncedTo() > SegmentHeader.BYTES;
    }

    boolean hasRoomFor(int payloadBytes) {
        return EntryFormat.sizeBytes(payloadBytes) <= bytes.capacity() - end;
    }

    /**
     * @return the offset of the entry
     * @throws InternalError if the file cannot be written; nothing may be appended after that
     */
    int append(long sequence, int type, ByteBuffer payload) {
        int at = end;
        int next = at + EntryFormat.sizeBytes(payload.remaining());
        try {
            writer.write(bytes, at, sequence, type, payload);
        } catch (InternalError unwritable) {
            throw unwritable;
        } catch (RuntimeException | Error unreadable) {
            // The payload's memory may have been closed, for example. The next append must find zeros again.
            file.bytes().asSlice(at, next - at).fill((byte) 0);
            throw unreadable;
        }
        end = next;
        return at;
    }

    void syncHeader() throws IOException {
        file.force(0, SegmentHeader.BYTES);
    }

    /** Forces the entries up to {@code offset} that are not yet on the disk, and then moves the mark. */
    void syncTo(int offset) throws IOException {
        int from = header.syncedTo();
        if (offset <= from) return;
        // The header is forced together with the first entries.
        file.force(from == SegmentHeader.BYTES ? 0 : from, offset);
        header.mark(offset, false);
    }

    /**
     * Seals the segment after its last append, and releases the room behind the last entry.
     *
     * @param following the next segment. Its header is synced before this segment is sealed. So a sealed segment always
     *     has a successor, and an unreadable header behind a sealed segment is damage
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
            // Only room is lost: bytes behind the mark are never read.
        }
    }

    /**
     * Finds the end of the entries by reading all of them.
     *
     * @throws DamagedSegmentException if synced data is damaged
     */
    Scan scan() throws DamagedSegmentException {
        ByteBuffer view = view();
        var entry = new EntryCopy();
        int syncedTo = header.syncedTo();
        long sequence = firstSequence;
        int at = SegmentHeader.BYTES;
        while (!EntryFormat.isEnd(view, at)) {
            Optional<String> damage = entry.copyAndCheck(view, at, view.capacity(), sequence);
            if (damage.isPresent() && at < syncedTo) {
                throw new DamagedSegmentException(fileName(number), at, damage.get());
            }
            if (damage.isPresent()) break;
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
     * Clears the bytes behind the last entry that {@link #scan} found, so that they never look like an entry. Then
     * writes all pages again that may not be on the disk: after an earlier failed sync, the system considers pages
     * clean that it could not write, and the next sync would skip them.
     */
    void clearTailAndRewrite(int tailBytes) throws IOException {
        MemorySegment memory = file.bytes();
        if (tailBytes > 0) {
            memory.asSlice(end, tailBytes).fill((byte) 0);
            file.force(end, end + tailBytes);
        }
        for (long at = header.syncedTo() & -PAGE_BYTES; at < end; at += PAGE_BYTES) {
            // Volatile, since the compiler may drop a store of an unchanged value.
            WORD.setVolatile(memory, at, (long) WORD.getVolatile(memory, at));
        }
    }

    /**
     * After a failed sync, writes everything again that may not be on the disk, as {@link #clearTailAndRewrite} does.
     * Checks the entries first: the system may have discarded a page that it could not write, and read its old contents
     * again.
     */
    void rewriteUnsynced() throws IOException {
        if (sealed) return;
        ByteBuffer view = view();
        var entry = new EntryCopy();
        long expected = 0;
        for (int at = Math.max(SegmentHeader.BYTES, header.syncedTo()); at < end; at += entry.sizeBytes()) {
            Optional<String> damage = entry.copyAndCheck(view, at, end, expected);
            if (damage.isPresent()) throw new DamagedSegmentException(fileName(number), at, damage.get());
            expected = entry.sequence() + 1;
        }
        // Clear an entry whose append failed. Opening could take it for the first entry of the next segment.
        clearTailAndRewrite(Math.max(0, writtenBytes() - end));
    }

    /** Returns the offset behind the last byte that is not 0. */
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

    /** Returns a new view; each reader needs its own. */
    ByteBuffer view() {
        return file.bytes().asReadOnly().asByteBuffer();
    }

    /** Keeps the file mapped. Returns false if it is closed already. After a success, call {@link #release}. */
    boolean retain() {
        return holders.getAndUpdate(count -> count == 0 ? 0 : count + 1) > 0;
    }

    void release() {
        if (holders.decrementAndGet() == 0) file.close();
    }

    /** @param tailBytes number of bytes from the end of the last entry to the last byte that is not 0 */
    record Scan(long nextSequence, int tailBytes) {}
}
