package vesper.documents.positions;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Checkpoint;
import org.rocksdb.CompressionType;
import org.rocksdb.FlushOptions;
import org.rocksdb.IndexType;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.WriteOptions;

/**
 * Where the versions of documents are. Any thread reads, one at a time writes. RocksDB's own memory is bounded: its cache
 * of blocks, in which indexes and filters are too, and two buffers of what was written.
 */
public final class Positions implements Closeable {
    static final byte[] POSITION = {Rows.META, 'p'};
    static final byte[] BEGINNING = {Rows.META, 'b'};

    private static final long WRITE_BUFFER_BYTES = 16 << 20;
    private static final long BLOCK_CACHE_BYTES = 32 << 20;
    private static final int FILTER_BITS = 10;
    private static final int MOST_OPEN_FILES = 500;

    private final Options options;
    private final LRUCache blocks;
    private final BloomFilter filter;
    private final WriteOptions writing;
    private final RocksDB rocks;
    /** Native memory must not be used once it is given back. */
    private final ReadWriteLock closing = new ReentrantReadWriteLock();

    private boolean closed;

    private Positions(Options options, LRUCache blocks, BloomFilter filter, WriteOptions writing, RocksDB rocks) {
        this.options = options;
        this.blocks = blocks;
        this.filter = filter;
        this.writing = writing;
        this.rocks = rocks;
    }

    /**
     * Opens the view in a folder, which is made where it is missing.
     *
     * @param natives where RocksDB's native code is copied to
     */
    public static Positions open(Path folder, Path natives) throws IOException {
        Files.createDirectories(folder);
        NativeLibrary.load(natives);
        var blocks = new LRUCache(BLOCK_CACHE_BYTES);
        var filter = new BloomFilter(FILTER_BITS);
        var options = new Options()
                .setCreateIfMissing(true)
                .setCompressionType(CompressionType.LZ4_COMPRESSION)
                .setWriteBufferSize(WRITE_BUFFER_BYTES)
                .setMaxWriteBufferNumber(2)
                .setMaxOpenFiles(MOST_OPEN_FILES)
                .setMaxBackgroundJobs(2)
                .setKeepLogFileNum(2)
                .setTableFormatConfig(new BlockBasedTableConfig()
                        .setBlockCache(blocks)
                        .setCacheIndexAndFilterBlocks(true)
                        .setFilterPolicy(filter)
                        // In pieces: those of a whole file would not go into a shard of the cache, and be read each
                        // time.
                        .setIndexType(IndexType.kTwoLevelIndexSearch)
                        .setPartitionFilters(true)
                        .setPinTopLevelIndexAndFilter(true)
                        .setFormatVersion(5));
        // The journal is what its own log would be.
        var writing = new WriteOptions().setDisableWAL(true);
        try {
            return new Positions(options, blocks, filter, writing, RocksDB.open(options, folder.toString()));
        } catch (RocksDBException failure) {
            writing.close();
            options.close();
            filter.close();
            blocks.close();
            throw new PositionsDamagedException("positions in " + folder + " cannot be opened", failure);
        }
    }

    private interface Act<R> {
        R with(RocksDB rocks) throws RocksDBException;
    }

    private <R> R doing(String what, Act<R> act) throws IOException {
        Lock using = closing.readLock();
        using.lock();
        try {
            if (closed) throw new IOException("positions are closed");
            return act.with(rocks);
        } catch (RocksDBException failure) {
            throw new PositionsDamagedException("positions cannot be " + what, failure);
        } finally {
            using.unlock();
        }
    }

    private byte @Nullable [] read(byte[] key) throws IOException {
        // Written out, since it is what every read of a document does that is in no cache.
        Lock using = closing.readLock();
        using.lock();
        try {
            if (closed) throw new IOException("positions are closed");
            return rocks.get(key);
        } catch (RocksDBException failure) {
            throw new PositionsDamagedException("positions cannot be read", failure);
        } finally {
            using.unlock();
        }
    }

    /** Before this position in the journal everything is in the view; 0 in an empty one. */
    public long standsFor() throws IOException {
        byte[] value = read(POSITION);
        return value == null ? 0 : Rows.value(value).getLong();
    }

    /** From this position on everything in the journal is needed; 0 where that was never said. */
    public long beginsAt() throws IOException {
        byte[] value = read(BEGINNING);
        return value == null ? 0 : Rows.value(value).getLong();
    }

    public CollectionFigures figures(int collection) throws IOException {
        byte[] bytes = read(Rows.prefix(Rows.FIGURES, collection));
        if (bytes == null) return CollectionFigures.NONE;
        ByteBuffer value = Rows.value(bytes);
        return new CollectionFigures(value.getLong(), value.getLong(), value.getLong(), value.getLong());
    }

    /** The newest version of a document; empty where nothing is known of it. */
    public Optional<Current> current(int collection, String id) throws IOException {
        byte[] value = read(Rows.named(Rows.CURRENT, collection, id));
        return value == null ? Optional.empty() : Optional.of(Rows.current(value));
    }

    /**
     * The runs of older versions, the one with the newest first, beginning with the one that may have this version.
     *
     * @param mostPlaces so many of this version and below it are enough; runs come whole, the first with what is above too
     */
    public List<List<Place>> runs(int collection, String id, long from, int mostPlaces) throws IOException {
        byte[] prefix = Rows.named(Rows.HISTORY, collection, id + '\0');
        return doing("read", db -> {
            List<List<Place>> runs = new ArrayList<>();
            try (RocksIterator rows = db.newIterator()) {
                rows.seek(Rows.history(collection, id, from));
                // Runs are found by their last version: the first that ends at or behind it, or the last one there is.
                if (!rows.isValid() || !startsWith(rows.key(), prefix))
                    rows.seekForPrev(Rows.history(collection, id, Long.MAX_VALUE));
                int places = 0;
                while (rows.isValid() && startsWith(rows.key(), prefix) && places < mostPlaces) {
                    List<Place> run = Rows.run(rows.value());
                    runs.add(run);
                    for (Place place : run) if (place.version() <= from) places++;
                    rows.prev();
                }
                rows.status();
            }
            return runs;
        });
    }

    /** The runs of which every version is below this one, or that have some and end above it. */
    public List<List<Place>> runsFromOldest(int collection, String id, long below) throws IOException {
        byte[] prefix = Rows.named(Rows.HISTORY, collection, id + '\0');
        return doing("read", db -> {
            List<List<Place>> runs = new ArrayList<>();
            try (RocksIterator rows = db.newIterator()) {
                rows.seek(prefix);
                while (rows.isValid() && startsWith(rows.key(), prefix)) {
                    List<Place> run = Rows.run(rows.value());
                    if (run.getFirst().version() >= below) break;
                    runs.add(run);
                    rows.next();
                }
                rows.status();
            }
            return runs;
        });
    }

    /** Documents in the order of their ids, those that were deleted too. */
    public List<Listed> list(int collection, Optional<String> after, int limit) throws IOException {
        byte[] prefix = Rows.prefix(Rows.CURRENT, collection);
        return doing("read", db -> {
            List<Listed> listed = new ArrayList<>();
            try (RocksIterator rows = db.newIterator()) {
                // A zero behind an id comes before every longer one.
                rows.seek(after.map(id -> Rows.named(Rows.CURRENT, collection, id + '\0'))
                        .orElse(prefix));
                while (rows.isValid() && startsWith(rows.key(), prefix) && listed.size() < limit) {
                    listed.add(new Listed(Rows.name(rows.key()), Rows.current(rows.value())));
                    rows.next();
                }
                rows.status();
            }
            return listed;
        });
    }

    public List<FirstStored> firsts(int collection) throws IOException {
        byte[] prefix = Rows.prefix(Rows.KEY, collection);
        return doing("read", db -> {
            List<FirstStored> firsts = new ArrayList<>();
            try (RocksIterator rows = db.newIterator()) {
                for (rows.seek(prefix); rows.isValid() && startsWith(rows.key(), prefix); rows.next()) {
                    firsts.add(Rows.first(Rows.name(rows.key()), rows.value()));
                }
                rows.status();
            }
            return firsts;
        });
    }

    /** The position of a change at or before that sequence, from where it can be searched. */
    public OptionalLong markBefore(int collection, long sequence) throws IOException {
        byte[] prefix = Rows.prefix(Rows.MARK, collection);
        return doing("read", db -> {
            try (RocksIterator rows = db.newIterator()) {
                rows.seekForPrev(Rows.numbered(Rows.MARK, collection, sequence));
                boolean isThere = rows.isValid() && startsWith(rows.key(), prefix);
                rows.status();
                return isThere ? OptionalLong.of(Rows.value(rows.value()).getLong()) : OptionalLong.empty();
            }
        });
    }

    /** What is due, earliest first. */
    public List<Due> due(int collection, long untilMillis, int limit) throws IOException {
        byte[] prefix = Rows.prefix(Rows.DUE, collection);
        return doing("read", db -> {
            List<Due> due = new ArrayList<>();
            try (RocksIterator rows = db.newIterator()) {
                rows.seek(prefix);
                while (rows.isValid() && startsWith(rows.key(), prefix) && due.size() < limit) {
                    long atMillis = Rows.number(rows.key());
                    if (atMillis > untilMillis) break;
                    due.add(new Due(
                            atMillis,
                            Rows.dueId(rows.key()),
                            Rows.value(rows.value()).getLong()));
                    rows.next();
                }
                rows.status();
            }
            return due;
        });
    }

    private static boolean startsWith(byte[] key, byte[] prefix) {
        return key.length >= prefix.length && Arrays.mismatch(key, 0, prefix.length, prefix, 0, prefix.length) < 0;
    }

    /** To be closed. */
    public Changes changes() {
        return new Changes();
    }

    /** Seen by who reads after this; on the disk after the next {@link #flush}. */
    public void write(Changes changes) throws IOException {
        doing("written", db -> {
            db.write(writing, changes.batch());
            return true;
        });
    }

    /** Everything that was written is on the disk when this returns. */
    public void flush() throws IOException {
        doing("flushed", db -> {
            try (var waiting = new FlushOptions().setWaitForFlush(true)) {
                db.flush(waiting);
            }
            return true;
        });
    }

    /** A copy of the view as it was flushed last, in a folder that is not there yet. Files are shared where that is possible. */
    public void copyTo(Path folder) throws IOException {
        doing("copied to " + folder, db -> {
            try (Checkpoint checkpoint = Checkpoint.create(db)) {
                checkpoint.createCheckpoint(folder.toString());
            }
            return true;
        });
    }

    @Override
    public void close() {
        Lock last = closing.writeLock();
        last.lock();
        try {
            if (closed) return;
            closed = true;
            rocks.close();
            writing.close();
            options.close();
            filter.close();
            blocks.close();
        } finally {
            last.unlock();
        }
    }
}
