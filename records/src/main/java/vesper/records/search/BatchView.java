package vesper.records.search;

import java.util.HashMap;
import java.util.Map;
import vesper.records.blocks.Batch;
import vesper.records.blocks.BlobValues;
import vesper.records.blocks.Bounds;
import vesper.records.blocks.Column;
import vesper.records.blocks.DamagedBlockException;
import vesper.records.blocks.TextValues;

/** A batch that decodes each column at most once and caches it. Not thread-safe. */
final class BatchView {
    private final Batch batch;
    private final Map<Column, long[]> numbers = new HashMap<>();
    private final Map<Column, TextValues> texts = new HashMap<>();
    private final Map<Column, BlobValues> blobs = new HashMap<>();

    BatchView(Batch batch) {
        this.batch = batch;
    }

    int records() {
        return batch.records();
    }

    long earliest() {
        return batch.earliest();
    }

    long latest() {
        return batch.latest();
    }

    boolean mayContain(long hash) throws DamagedBlockException {
        return batch.mayContain(hash);
    }

    Bounds bounds(Column column) throws DamagedBlockException {
        return batch.bounds(column);
    }

    long[] numbers(Column column) throws DamagedBlockException {
        long[] known = numbers.get(column);
        if (known != null) return known;
        long[] read = batch.numbers(column);
        numbers.put(column, read);
        return read;
    }

    TextValues texts(Column column) throws DamagedBlockException {
        TextValues known = texts.get(column);
        if (known != null) return known;
        TextValues read = batch.texts(column);
        texts.put(column, read);
        return read;
    }

    BlobValues blobs(Column column) throws DamagedBlockException {
        BlobValues known = blobs.get(column);
        if (known != null) return known;
        BlobValues read = batch.blobs(column);
        blobs.put(column, read);
        return read;
    }

    /** Drops the decoded columns. They are decoded again on the next access. */
    void release() {
        numbers.clear();
        texts.clear();
        blobs.clear();
    }
}
