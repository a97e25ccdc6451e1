package vesper.documents.positions;

import java.util.List;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/** A set of changes to the view, which is written as a whole or not at all. Belongs to one thread, which closes it. */
public final class Changes implements AutoCloseable {
    private final WriteBatch batch = new WriteBatch();

    Changes() {}

    WriteBatch batch() {
        return batch;
    }

    /** Records that the view covers everything before this position. */
    public void setCoveredUpTo(long position) throws PositionsDamagedException {
        put(Positions.POSITION, Rows.longs(position));
    }

    /** Records that nothing before this position of the journal is needed. */
    public void setNeededFrom(long position) throws PositionsDamagedException {
        put(Positions.BEGINNING, Rows.longs(position));
    }

    public void figures(int collection, CollectionFigures figures) throws PositionsDamagedException {
        put(
                Rows.prefix(Rows.FIGURES, collection),
                Rows.longs(figures.newestSequence(), figures.count(), figures.liveBytes(), figures.goneSequence()));
    }

    public void current(int collection, String id, CurrentVersion current) throws PositionsDamagedException {
        put(Rows.named(Rows.CURRENT, collection, id), Rows.current(current));
    }

    /** Stores a run of versions older than the current one, oldest first. */
    public void history(int collection, String id, List<VersionPlace> run) throws PositionsDamagedException {
        put(Rows.history(collection, id, run.getLast().version()), Rows.run(run));
    }

    public void removeHistory(int collection, String id, long lastVersion) throws PositionsDamagedException {
        delete(Rows.history(collection, id, lastVersion));
    }

    public void removeCurrent(int collection, String id) throws PositionsDamagedException {
        delete(Rows.named(Rows.CURRENT, collection, id));
    }

    public void first(int collection, KeyOutcome first) throws PositionsDamagedException {
        put(Rows.named(Rows.KEY, collection, first.key()), Rows.first(first));
    }

    public void removeFirst(int collection, String key) throws PositionsDamagedException {
        delete(Rows.named(Rows.KEY, collection, key));
    }

    /** Stores the position of the change with this sequence. */
    public void mark(int collection, long sequence, long position) throws PositionsDamagedException {
        put(Rows.numbered(Rows.MARK, collection, sequence), Rows.longs(position));
    }

    public void removeMarksBefore(int collection, long sequence) throws PositionsDamagedException {
        try {
            batch.deleteRange(Rows.numbered(Rows.MARK, collection, 0), Rows.numbered(Rows.MARK, collection, sequence));
        } catch (RocksDBException failure) {
            throw failed(failure);
        }
    }

    public void due(int collection, DueRow due) throws PositionsDamagedException {
        put(Rows.due(collection, due.atMillis(), due.id()), Rows.longs(due.sequence()));
    }

    public void removeDue(int collection, DueRow due) throws PositionsDamagedException {
        delete(Rows.due(collection, due.atMillis(), due.id()));
    }

    private void put(byte[] key, byte[] value) throws PositionsDamagedException {
        try {
            batch.put(key, value);
        } catch (RocksDBException failure) {
            throw failed(failure);
        }
    }

    private void delete(byte[] key) throws PositionsDamagedException {
        try {
            batch.delete(key);
        } catch (RocksDBException failure) {
            throw failed(failure);
        }
    }

    private static PositionsDamagedException failed(RocksDBException failure) {
        return new PositionsDamagedException("positions cannot be written", failure);
    }

    @Override
    public void close() {
        batch.close();
    }
}
