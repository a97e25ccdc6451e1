package vesper.records.blocks;

import java.util.HashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/** A copy of the records that a writer has gathered. Later writes do not change it. */
final class UnsealedBatch implements Batch {
    private final int records;
    private final long earliest;
    private final long latest;
    private final Map<Column, Bounds> bounds = new HashMap<>();
    private final Map<Column, long[]> numbers = new HashMap<>();
    private final Map<Column, TextValues> texts = new HashMap<>();
    private final Map<Column, BlobValues> blobs = new HashMap<>();

    UnsealedBatch(int records, long earliest, long latest) {
        this.records = records;
        this.earliest = earliest;
        this.latest = latest;
    }

    void put(Column column, NumberColumn values) {
        bounds.put(column, values.bounds());
        numbers.put(column, values.toArray(records));
    }

    void put(Column column, TextColumn values) {
        texts.put(column, values.values(records));
    }

    void put(Column column, BlobColumn values) {
        blobs.put(column, values.values(records));
    }

    @Override
    public int records() {
        return records;
    }

    @Override
    public long earliest() {
        return earliest;
    }

    @Override
    public long latest() {
        return latest;
    }

    @Override
    public boolean mayContain(long hash) {
        return true;
    }

    @Override
    public Bounds bounds(Column column) {
        return there(column, bounds.get(column));
    }

    @Override
    public long[] numbers(Column column) {
        return there(column, numbers.get(column));
    }

    @Override
    public TextValues texts(Column column) {
        return there(column, texts.get(column));
    }

    @Override
    public BlobValues blobs(Column column) {
        return there(column, blobs.get(column));
    }

    private static <V> V there(Column column, @Nullable V values) {
        if (values == null) throw new NoSuchElementException("these records have no column " + column.name());
        return values;
    }
}
