package vesper.records.blocks;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Gathers records and encodes them as a block. For each record the caller sets every column that differs from the
 * previous record, adds any number of words, then calls {@link #endRecord}. The first record of a block must set every
 * column. One writer produces block after block and reuses its buffers, so it creates no garbage. Not thread-safe.
 */
public final class BlockWriter implements AutoCloseable {
    private final List<Column> schema;
    private final NumberColumn[] numbers = new NumberColumn[256];
    private final TextColumn[] texts = new TextColumn[256];
    private final BlobColumn[] blobs = new BlobColumn[256];
    private final HashSet64 words = new HashSet64();
    private final ZstdCompressCtx zstd = new ZstdCompressCtx();

    private ByteBuffer raw = ByteBuffer.allocate(1 << 18);
    private ByteBuffer block = ByteBuffer.allocate(1 << 18);
    private int records;
    private int gatheredBytes;
    /** Size of all blobs of the current record, in bytes. */
    private int blobBytes;

    private long earliest = Long.MAX_VALUE;
    private long latest = Long.MIN_VALUE;

    /** @param level the zstd compression level, 1 to 19 */
    public BlockWriter(List<Column> schema, int level) {
        this.schema = List.copyOf(schema);
        zstd.setLevel(level);
        for (Column column : schema) {
            switch (column.kind()) {
                case NUMBER -> numbers[column.id()] = new NumberColumn();
                case TEXT -> texts[column.id()] = new TextColumn();
                case BLOB -> blobs[column.id()] = new BlobColumn();
            }
        }
    }

    public void number(Column column, long value) {
        numbers[column.id()].put(records, value);
    }

    public void text(Column column, String value) {
        byte[] utf8 = value.getBytes(UTF_8);
        text(column, utf8, 0, utf8.length);
    }

    /**
     * Sets a text column of the current record.
     *
     * @return the code of the text, valid for this column until the block is sealed
     */
    public int text(Column column, byte[] utf8, int from, int length) {
        TextColumn texts = this.texts[column.id()];
        gatheredBytes += texts.put(records, utf8, from, length);
        return texts.last();
    }

    /**
     * Sets a text column of the current record to a text that the block contains already.
     *
     * @param code a code that this column returned for a text of the current block
     */
    public void text(Column column, int code) {
        texts[column.id()].put(records, code);
    }

    public void blob(Column column, byte[] bytes, int from, int length) {
        BlobColumn blobs = this.blobs[column.id()];
        blobBytes += length - blobs.lastBytes();
        blobs.put(records, bytes, from, length);
    }

    /** Adds the hash of a word, or of a word at a path, that the current record contains. */
    public void word(long hash) {
        words.add(hash);
    }

    /**
     * Completes the current record.
     *
     * @param time the record's time, in a unit that the caller chooses
     */
    public void endRecord(long time) {
        records++;
        gatheredBytes += blobBytes;
        earliest = Math.min(earliest, time);
        latest = Math.max(latest, time);
    }

    /** Returns the earliest time of a record, or {@link Long#MAX_VALUE} if there are no records. */
    public long earliest() {
        return earliest;
    }

    public int records() {
        return records;
    }

    /** Returns the uncompressed size gathered so far: the blobs of all records plus each distinct text once. */
    public int gatheredBytes() {
        return gatheredBytes;
    }

    /**
     * Returns a copy of the completed records, which any thread may read and later writes do not change. Its word
     * filter rules nothing out.
     */
    public Batch unsealed() {
        var batch = new UnsealedBatch(records, earliest, latest);
        for (Column column : schema) {
            switch (column.kind()) {
                case NUMBER -> batch.put(column, numbers[column.id()]);
                case TEXT -> batch.put(column, texts[column.id()]);
                case BLOB -> batch.put(column, blobs[column.id()]);
            }
        }
        return batch;
    }

    /** Encodes the block and resets this writer. The returned buffer is valid until the next block is sealed. */
    public ByteBuffer seal() {
        if (records == 0) throw new IllegalStateException("a block without records");
        List<Section> sections = new ArrayList<>(schema.size() + 1);
        int headerBytes = BlockHeader.bytes(schema.size() + 1);
        block = withRoom(block.clear().position(headerBytes), 0);
        for (Column column : schema) sections.add(append(column));
        sections.add(appendFilter());

        BlockHeader.write(block, records, earliest, latest, sections);
        clear();
        return block.asReadOnlyBuffer().flip();
    }

    @Override
    public void close() {
        zstd.close();
    }

    private Section append(Column column) {
        int id = column.id();
        int bytes = switch (column.kind()) {
            case NUMBER -> numbers[id].encodedBytes(records);
            case TEXT -> texts[id].encodedBytes(records);
            case BLOB -> blobs[id].encodedBytes(records);
        };
        raw = withRoom(raw.clear(), bytes);
        switch (column.kind()) {
            case NUMBER -> numbers[id].encode(records, raw);
            case TEXT -> texts[id].encode(records, raw);
            case BLOB -> blobs[id].encode(records, raw);
        }
        raw.flip();
        Bounds bounds = column.kind() == ColumnKind.NUMBER ? numbers[id].bounds() : Bounds.NONE;
        block = withRoom(block, (int) Zstd.compressBound(raw.remaining()));
        return Section.append(id, bounds, raw, block, zstd);
    }

    /** Stores the filter uncompressed: its bits are nearly random, so compression gains nothing. */
    private Section appendFilter() {
        ByteBuffer filter = TokenFilter.of(words).bytes();
        block = withRoom(block, filter.remaining());
        return Section.stored(Section.FILTER, Bounds.NONE, filter, block);
    }

    /** Discards the gathered records. */
    public void clear() {
        for (Column column : schema) {
            switch (column.kind()) {
                case NUMBER -> numbers[column.id()].clear();
                case TEXT -> texts[column.id()].clear();
                case BLOB -> blobs[column.id()].clear();
            }
        }
        words.clear();
        records = 0;
        gatheredBytes = 0;
        blobBytes = 0;
        earliest = Long.MAX_VALUE;
        latest = Long.MIN_VALUE;
    }

    /** Returns a buffer with the same bytes before its position and at least this many free bytes after it. */
    private static ByteBuffer withRoom(ByteBuffer buffer, int bytes) {
        if (buffer.remaining() >= bytes) return buffer;
        int capacity = Math.max(buffer.capacity() * 2, buffer.position() + bytes);
        return ByteBuffer.allocate(capacity).put(buffer.flip());
    }
}
