package vesper.records.store;

import com.github.luben.zstd.ZstdDecompressCtx;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import vesper.journal.DamagedSegmentException;
import vesper.journal.Journal;
import vesper.journal.JournalReader;
import vesper.journal.Position;
import vesper.records.blocks.Block;
import vesper.records.blocks.BlockWriter;
import vesper.records.blocks.DamagedBlockException;
import vesper.records.rows.Columns;

/**
 * Makes a block anew: from the journal that it was made of, as long as that has its rows, and else from what the block
 * says itself. Used by one thread.
 */
final class Remaking implements AutoCloseable {
    private final Map<Integer, Journal> journals;
    private final BlockWriter writer = new BlockWriter(Columns.ALL, Source.ZSTD_LEVEL);
    private final RowTaker rows = RowTaker.sealing(writer);
    private final ZstdDecompressCtx zstd = new ZstdDecompressCtx();

    /** @param journals by the numbers that frames have */
    Remaking(Map<Integer, Journal> journals) {
        this.journals = journals;
    }

    /**
     * The same rows in a new block, there until the next call.
     *
     * @return empty where neither the journal nor the block can be read
     */
    Optional<ByteBuffer> block(Frame frame, ByteBuffer old) {
        writer.clear();
        rows.beginBlock();
        if (!hasTakenFromJournal(frame)) {
            writer.clear();
            rows.beginBlock();
            if (!hasTakenFrom(old)) return Optional.empty();
        }
        return writer.records() == 0 ? Optional.empty() : Optional.of(writer.seal());
    }

    /** Whether one of the journals seems to have the rows of a block. */
    static boolean isInJournal(Map<Integer, Journal> journals, Frame frame) {
        Journal journal = journals.get(frame.source());
        return journal != null && isThere(journal, frame.from());
    }

    private boolean hasTakenFromJournal(Frame frame) {
        Journal journal = journals.get(frame.source());
        if (journal == null || !isThere(journal, frame.from())) return false;
        try (JournalReader reader = journal.read(frame.from())) {
            while (reader.nextPosition() < frame.to() && reader.next()) {
                try {
                    rows.take(reader);
                } catch (IllegalArgumentException _) {
                    // Who sealed it has said so.
                }
            }
            return reader.nextPosition() == frame.to();
        } catch (DamagedSegmentException _) {
            return false;
        }
    }

    private static boolean isThere(Journal journal, long from) {
        int first = Position.segment(Math.max(from, Position.behindSegment(Position.BEGINNING)));
        return journal.segments().stream().anyMatch(segment -> segment.number() == first);
    }

    private boolean hasTakenFrom(ByteBuffer old) {
        try {
            Block block = Block.read(old, zstd);
            block.verify();
            rows.takeAll(block);
            return true;
        } catch (DamagedBlockException | NoSuchElementException _) {
            return false;
        }
    }

    @Override
    public void close() {
        writer.close();
        zstd.close();
    }
}
