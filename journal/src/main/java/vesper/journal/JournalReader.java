package vesper.journal;

import java.io.Closeable;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Reads a journal forward, as far as it was written when it is asked, and checks every entry. A reader belongs to one
 * thread. Segments that were dropped meanwhile are passed over, the one that it reads stays until it is through, also
 * when the journal is closed.
 *
 * <pre>
 * while (reader.next()) handle(reader.type(), reader.payload());
 * </pre>
 */
public final class JournalReader implements Closeable {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    private static final long ANY_SEQUENCE = 0;

    private final Journal journal;
    private final EntryCopy entry = new EntryCopy();
    private final EntryCopy earlierEntry = new EntryCopy();

    /** Null while there is none of that number, nor one after it. */
    private @Nullable Segment segment;

    private ByteBuffer view = NOTHING;
    /** The segment and the offset of the next entry. */
    private int number;

    private int offset;
    private long expectedSequence = ANY_SEQUENCE;
    private boolean closed;

    private long position;
    private long sequence;
    private int type;
    private ByteBuffer payload = NOTHING;

    /** @param from the position of an entry, or behind the last one */
    JournalReader(Journal journal, long from) {
        this.journal = journal;
        this.number = Position.segment(from);
        this.offset = Math.max(SegmentHeader.BYTES, Position.offset(from));
        enter();
    }

    /**
     * Goes on to the next entry.
     *
     * @return false when there is none yet; ask again later
     */
    public boolean next() throws DamagedSegmentException {
        if (closed) throw new IllegalStateException("the reader is closed");
        while (true) {
            Segment at = segment;
            if (at == null) {
                if (!enter()) return false;
            } else if (offset < at.end()) {
                readOrSay(at);
                return true;
            } else {
                if (!journal.hasAfter(at.number())) return false;
                // Once another segment follows, its end is final; it may have moved since it was looked at.
                if (offset >= at.end()) goOnBehind(at);
            }
        }
    }

    /** Where the next entry will be read: what a view stores to go on from later. */
    public long nextPosition() {
        return Position.of(number, offset);
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

    /** There until the next call of {@link #next} or {@link #close}. */
    public ByteBuffer payload() {
        return payload;
    }

    /**
     * The payload of an entry in front of the one that was read last, in the same segment; there until the next
     * call of this method or {@link #next}.
     *
     * @throws DamagedSegmentException where there is none at this position
     */
    public ByteBuffer payloadAt(long earlier) throws DamagedSegmentException {
        int at = Position.offset(earlier);
        boolean isPossible = Position.segment(earlier) == Position.segment(position)
                && at >= SegmentHeader.BYTES
                && at % EntryFormat.ALIGNMENT == 0
                && earlier < position;
        String wrong = isPossible
                ? take(earlierEntry, at, Position.offset(position), ANY_SEQUENCE)
                : "no entry is there, before " + Position.text(position);
        if (wrong != null) throw new DamagedSegmentException(Segment.fileName(Position.segment(earlier)), at, wrong);
        return earlierEntry.payload();
    }

    @Override
    public void close() {
        closed = true;
        if (segment != null) leave(segment);
    }

    private void leave(Segment at) {
        payload = NOTHING;
        view = NOTHING;
        segment = null;
        at.release();
    }

    /** The JVM may tell of a fault when the method that met it has returned already. */
    private void readOrSay(Segment at) throws DamagedSegmentException {
        int from = offset;
        try {
            read(at);
        } catch (InternalError late) {
            offset = from;
            throw new DamagedSegmentException(Segment.fileName(number), from, EntryCopy.unreadable(late));
        }
    }

    private @Nullable String take(EntryCopy copy, int at, int limit, long sequenceThere) {
        try {
            return copy.take(view, at, limit, sequenceThere);
        } catch (InternalError late) {
            return EntryCopy.unreadable(late);
        }
    }

    private void read(Segment at) throws DamagedSegmentException {
        String wrong = take(entry, offset, at.end(), expectedSequence);
        if (wrong != null) throw new DamagedSegmentException(Segment.fileName(number), offset, wrong);
        position = Position.of(number, offset);
        sequence = entry.sequence();
        type = entry.type();
        payload = entry.payload();
        offset += entry.sizeBytes();
        expectedSequence = sequence + 1;
    }

    private void goOnBehind(Segment full) {
        leave(full);
        number++;
        offset = SegmentHeader.BYTES;
    }

    /** Takes up the segment that comes next, or the first one after it where that was dropped. */
    private boolean enter() {
        Segment found = journal.retainFrom(number);
        if (found == null) return false;
        segment = found;
        view = found.view();
        if (found.number() != number) {
            number = found.number();
            offset = SegmentHeader.BYTES;
            expectedSequence = ANY_SEQUENCE;
        }
        if (offset == SegmentHeader.BYTES && expectedSequence == ANY_SEQUENCE) expectedSequence = found.firstSequence();
        return true;
    }
}
