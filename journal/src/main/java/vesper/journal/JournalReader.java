package vesper.journal;

import java.io.Closeable;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Reads a journal forward, as far as it was written when it is asked, and checks every entry. A reader belongs to one
 * thread. Segments that were dropped meanwhile are passed over, the one that it reads stays until it is through.
 *
 * <pre>
 * while (reader.next()) handle(reader.type(), reader.payload());
 * </pre>
 */
public final class JournalReader implements Closeable {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final Journal journal;
    private final CRC32C crc = new CRC32C();

    private @Nullable Segment segment;
    private ByteBuffer view = NOTHING;
    /** Where the next entry begins. */
    private int offset;

    private long position;
    private long sequence;
    private int type;
    private ByteBuffer payload = NOTHING;

    /** @param from the position of an entry, or behind the last one */
    JournalReader(Journal journal, long from) {
        this.journal = journal;
        this.position = from;
        enter(Position.segment(from));
        if (segment != null && segment.number() == Position.segment(from)) {
            offset = Math.max(offset, Position.offset(from));
        }
    }

    /**
     * Goes on to the next entry.
     *
     * @return false when there is none yet; ask again later
     */
    public boolean next() throws DamagedSegmentException {
        Segment at = segment;
        if (at == null) {
            enter(Position.segment(position));
            at = segment;
            if (at == null) return false;
        }
        while (offset >= at.end()) {
            boolean isFull = journal.hasAfter(at.number());
            // Once another segment follows, its end is final; it may have moved since it was looked at.
            if (offset < at.end()) break;
            if (!isFull) return false;
            enter(at.number() + 1);
            at = segment;
            if (at == null) return false;
        }
        read(at);
        return true;
    }

    /** Where the next entry will be read: what a view stores to go on from later. */
    public long nextPosition() {
        return segment == null ? position : Position.of(segment.number(), offset);
    }

    /** Of the entry that was read last. */
    public long position() {
        return position;
    }

    public long sequence() {
        return sequence;
    }

    public int type() {
        return type;
    }

    /** The bytes themselves, not a copy; they may go with the next call of {@link #next} or {@link #close}. */
    public ByteBuffer payload() {
        return payload;
    }

    @Override
    public void close() {
        leave();
    }

    private void read(Segment at) throws DamagedSegmentException {
        int end = at.end();
        String wrong = Segment.wrongAt(view, offset, end, EntryFormat.sequence(view, offset), crc);
        if (wrong != null) throw new DamagedSegmentException(Segment.fileName(at.number()), offset, wrong);
        int length = EntryFormat.length(view, offset);
        position = Position.of(at.number(), offset);
        sequence = EntryFormat.sequence(view, offset);
        type = EntryFormat.type(view, offset);
        payload = view.slice(offset + EntryFormat.HEADER_BYTES, length - EntryFormat.HEADER_BYTES);
        offset += EntryFormat.aligned(length);
    }

    /** Takes up the segment of that number, or the first one after it. */
    private void enter(int number) {
        leave();
        Segment found = journal.retainFrom(number);
        if (found == null) return;
        segment = found;
        view = found.view();
        offset = SegmentHeader.BYTES;
    }

    private void leave() {
        payload = NOTHING;
        view = NOTHING;
        if (segment != null) segment.release();
        segment = null;
    }
}
