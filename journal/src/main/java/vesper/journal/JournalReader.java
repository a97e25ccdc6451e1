package vesper.journal;

import java.io.Closeable;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads a journal forward, up to its end at the time of each call, and checks every entry. For use by a single thread.
 * The reader skips segments that have been dropped. It keeps its current segment until it has read it, even if the
 * journal is closed.
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

    /** Null while there is no segment with this number or a higher one. */
    private @Nullable Segment segment;

    private ByteBuffer view = NOTHING;
    /** Segment number of the next entry. */
    private int number;

    private int offset;
    private long expectedSequence = ANY_SEQUENCE;
    private boolean closed;

    private long position;
    private long sequence;
    private int type;
    private ByteBuffer payload = NOTHING;

    /** @param from position of an entry, or behind the last one */
    JournalReader(Journal journal, long from) {
        this.journal = journal;
        this.number = Position.segment(from);
        this.offset = Math.max(SegmentHeader.BYTES, Position.offset(from));
        openNextSegment();
    }

    /**
     * Reads the next entry.
     *
     * @return false if the end has been reached; a later call may find more
     */
    public boolean next() throws DamagedSegmentException {
        if (closed) throw new IllegalStateException("the reader is closed");
        while (true) {
            Segment at = segment;
            if (at == null) {
                if (!openNextSegment()) return false;
            } else if (offset < at.end()) {
                readOrThrow(at);
                return true;
            } else {
                if (!journal.hasAfter(at.number())) return false;
                // The end is final once another segment follows. It may have moved since the check above.
                if (offset >= at.end()) moveToNextSegment(at);
            }
        }
    }

    /** Returns the position of the next entry, which a view can store in order to resume there. */
    public long nextPosition() {
        return Position.of(number, offset);
    }

    /** Returns the position of the current entry. */
    public long position() {
        return position;
    }

    public long sequence() {
        return sequence;
    }

    public int type() {
        return type;
    }

    /** Returns the payload, valid until the next call of {@link #next} or {@link #close}. */
    public ByteBuffer payload() {
        return payload;
    }

    /**
     * Returns the payload of an earlier entry in the segment of the current one. It is valid until the next call of
     * this method or of {@link #next}.
     *
     * @throws DamagedSegmentException if there is no entry at this position
     */
    public ByteBuffer payloadAt(long earlier) throws DamagedSegmentException {
        int at = Position.offset(earlier);
        boolean isPossible = Position.segment(earlier) == Position.segment(position)
                && at >= SegmentHeader.BYTES
                && at % EntryFormat.ALIGNMENT == 0
                && earlier < position;
        Optional<String> damage = isPossible
                ? copyEntry(earlierEntry, at, Position.offset(position), ANY_SEQUENCE)
                : Optional.of("no entry at this position before " + Position.format(position));
        if (damage.isPresent()) {
            throw new DamagedSegmentException(Segment.fileName(Position.segment(earlier)), at, damage.get());
        }
        return earlierEntry.payload();
    }

    @Override
    public void close() {
        closed = true;
        if (segment != null) releaseSegment(segment);
    }

    private void releaseSegment(Segment at) {
        payload = NOTHING;
        view = NOTHING;
        segment = null;
        at.release();
    }

    /** Reads the entry. The JVM may report a failed access only after the method that made it has returned. */
    private void readOrThrow(Segment at) throws DamagedSegmentException {
        int from = offset;
        try {
            read(at);
        } catch (InternalError late) {
            offset = from;
            throw new DamagedSegmentException(Segment.fileName(number), from, EntryCopy.describe(late));
        }
    }

    private Optional<String> copyEntry(EntryCopy copy, int at, int limit, long sequenceThere) {
        try {
            return copy.copyAndCheck(view, at, limit, sequenceThere);
        } catch (InternalError late) {
            return Optional.of(EntryCopy.describe(late));
        }
    }

    private void read(Segment at) throws DamagedSegmentException {
        Optional<String> damage = copyEntry(entry, offset, at.end(), expectedSequence);
        if (damage.isPresent()) throw new DamagedSegmentException(Segment.fileName(number), offset, damage.get());
        position = Position.of(number, offset);
        sequence = entry.sequence();
        type = entry.type();
        payload = entry.payload();
        offset += entry.sizeBytes();
        expectedSequence = sequence + 1;
    }

    private void moveToNextSegment(Segment full) {
        releaseSegment(full);
        number++;
        offset = SegmentHeader.BYTES;
    }

    /** Enters the next segment, or the first one after it if that was dropped. */
    private boolean openNextSegment() {
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
