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
 * Rebuilds a single block: from its journal if that still has the rows, otherwise from the block itself. Not
 * thread-safe.
 */
final class BlockRepair implements AutoCloseable {
    private final Map<Integer, Journal> journals;
    private final BlockWriter writer = new BlockWriter(Columns.ALL, Source.ZSTD_LEVEL);
    private final RowTaker rows = RowTaker.sealing(writer);
    private final ZstdDecompressCtx zstd = new ZstdDecompressCtx();

    /** @param journals by the journal numbers that frames contain */
    BlockRepair(Map<Integer, Journal> journals) {
        this.journals = journals;
    }

    /**
     * Encodes the rows of a block again. The result is valid until the next call.
     *
     * @return empty if neither the journal nor the block can be read
     */
    Optional<ByteBuffer> block(Frame frame, ByteBuffer old) {
        writer.clear();
        rows.startBlock();
        if (!hasTakenFromJournal(frame)) {
            writer.clear();
            rows.startBlock();
            if (!hasTakenFrom(old)) return Optional.empty();
        }
        return writer.records() == 0 ? Optional.empty() : Optional.of(writer.seal());
    }

    /** Checks whether one of the journals appears to have the rows of a block. */
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
                    // The sealer has logged it.
                }
            }
            return reader.nextPosition() == frame.to();
        } catch (DamagedSegmentException _) {
            return false;
        }
    }

    private static boolean isThere(Journal journal, long from) {
        int first = Position.segment(Math.max(from, Position.startOfNextSegment(Position.START)));
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
