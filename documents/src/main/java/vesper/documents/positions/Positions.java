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
 * The positions of document versions in the journal, in RocksDB. Any thread may read, one at a time may write.
 * RocksDB's own memory is bounded: a block cache, which also holds indexes and filters, and two write buffers.
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
    /** Native memory must not be used after it is freed. */
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
     * Opens the view in a folder, which is created if missing.
     *
     * @param natives folder for the copy of RocksDB's native code
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
                        // Partitioned: the index of a whole file would not fit into a shard of the cache, and be read
                        // each time.
                        .setIndexType(IndexType.kTwoLevelIndexSearch)
                        .setPartitionFilters(true)
                        .setPinTopLevelIndexAndFilter(true)
                        .setFormatVersion(5));
        // The journal serves as its write-ahead log.
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

    private interface Operation<R> {
        R apply(RocksDB rocks) throws RocksDBException;
    }

    private <R> R run(String what, Operation<R> operation) throws IOException {
        Lock using = closing.readLock();
        using.lock();
        try {
            if (closed) throw new IOException("positions are closed");
            return operation.apply(rocks);
        } catch (RocksDBException failure) {
            throw new PositionsDamagedException("positions cannot be " + what, failure);
        } finally {
            using.unlock();
        }
    }

    private byte @Nullable [] read(byte[] key) throws IOException {
        // Inlined instead of calling doing(): every read of an uncached document comes here.
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

    /** Returns the journal position before which everything is in the view; 0 for an empty view. */
    public long coveredUpTo() throws IOException {
        byte[] value = read(POSITION);
        return value == null ? 0 : Rows.value(value).getLong();
    }

    /** Returns the journal position from which on everything is needed; 0 if none was recorded. */
    public long neededFrom() throws IOException {
        byte[] value = read(BEGINNING);
        return value == null ? 0 : Rows.value(value).getLong();
    }

    public CollectionFigures figures(int collection) throws IOException {
        byte[] bytes = read(Rows.prefix(Rows.FIGURES, collection));
        if (bytes == null) return CollectionFigures.NONE;
        ByteBuffer value = Rows.value(bytes);
        return new CollectionFigures(value.getLong(), value.getLong(), value.getLong(), value.getLong());
    }

    /** Returns the newest version of a document; empty if the view does not have the document. */
    public Optional<CurrentVersion> current(int collection, String id) throws IOException {
        byte[] value = read(Rows.named(Rows.CURRENT, collection, id));
        return value == null ? Optional.empty() : Optional.of(Rows.current(value));
    }

    /**
     * Returns the runs of older versions, newest first, starting with the run that may have this version.
     *
     * @param mostPlaces stops after this many places of this version or below; runs are returned whole, so the first
     *     one may also have places above it
     */
    public List<List<VersionPlace>> runs(int collection, String id, long from, int mostPlaces) throws IOException {
        byte[] prefix = Rows.named(Rows.HISTORY, collection, id + '\0');
        return run("read", db -> {
            List<List<VersionPlace>> runs = new ArrayList<>();
            try (RocksIterator rows = db.newIterator()) {
                rows.seek(Rows.history(collection, id, from));
                // A run is found by its last version: the first that ends at or after this one, or the last.
                if (!rows.isValid() || !startsWith(rows.key(), prefix))
                    rows.seekForPrev(Rows.history(collection, id, Long.MAX_VALUE));
                int places = 0;
                while (rows.isValid() && startsWith(rows.key(), prefix) && places < mostPlaces) {
                    List<VersionPlace> run = Rows.run(rows.value());
                    runs.add(run);
                    for (VersionPlace place : run) if (place.version() <= from) places++;
                    rows.prev();
                }
                rows.status();
            }
            return runs;
        });
    }

    /** Returns the runs that start below this version, oldest first; the last of them may end above it. */
    public List<List<VersionPlace>> runsFromOldest(int collection, String id, long below) throws IOException {
        byte[] prefix = Rows.named(Rows.HISTORY, collection, id + '\0');
        return run("read", db -> {
            List<List<VersionPlace>> runs = new ArrayList<>();
            try (RocksIterator rows = db.newIterator()) {
                rows.seek(prefix);
                while (rows.isValid() && startsWith(rows.key(), prefix)) {
                    List<VersionPlace> run = Rows.run(rows.value());
                    if (run.getFirst().version() >= below) break;
                    runs.add(run);
                    rows.next();
                }
                rows.status();
            }
            return runs;
        });
    }

    /** Lists documents in the order of their ids, including deleted ones. */
    public List<ListedDocument> list(int collection, Optional<String> after, int limit) throws IOException {
        byte[] prefix = Rows.prefix(Rows.CURRENT, collection);
        return run("read", db -> {
            List<ListedDocument> listed = new ArrayList<>();
            try (RocksIterator rows = db.newIterator()) {
                // An id followed by a zero byte sorts before every longer id.
                rows.seek(after.map(id -> Rows.named(Rows.CURRENT, collection, id + '\0'))
                        .orElse(prefix));
                while (rows.isValid() && startsWith(rows.key(), prefix) && listed.size() < limit) {
                    listed.add(new ListedDocument(Rows.name(rows.key()), Rows.current(rows.value())));
                    rows.next();
                }
                rows.status();
            }
            return listed;
        });
    }

    public List<KeyOutcome> firsts(int collection) throws IOException {
        byte[] prefix = Rows.prefix(Rows.KEY, collection);
        return run("read", db -> {
            List<KeyOutcome> firsts = new ArrayList<>();
            try (RocksIterator rows = db.newIterator()) {
                for (rows.seek(prefix); rows.isValid() && startsWith(rows.key(), prefix); rows.next()) {
                    firsts.add(Rows.first(Rows.name(rows.key()), rows.value()));
                }
                rows.status();
            }
            return firsts;
        });
    }

    /** Returns the position of a change at or before that sequence, from which the change can be searched. */
    public OptionalLong markBefore(int collection, long sequence) throws IOException {
        byte[] prefix = Rows.prefix(Rows.MARK, collection);
        return run("read", db -> {
            try (RocksIterator rows = db.newIterator()) {
                rows.seekForPrev(Rows.numbered(Rows.MARK, collection, sequence));
                boolean isThere = rows.isValid() && startsWith(rows.key(), prefix);
                rows.status();
                return isThere ? OptionalLong.of(Rows.value(rows.value()).getLong()) : OptionalLong.empty();
            }
        });
    }

    /** Lists what is due, earliest first. */
    public List<DueRow> due(int collection, long untilMillis, int limit) throws IOException {
        byte[] prefix = Rows.prefix(Rows.DUE, collection);
        return run("read", db -> {
            List<DueRow> due = new ArrayList<>();
            try (RocksIterator rows = db.newIterator()) {
                rows.seek(prefix);
                while (rows.isValid() && startsWith(rows.key(), prefix) && due.size() < limit) {
                    long atMillis = Rows.number(rows.key());
                    if (atMillis > untilMillis) break;
                    due.add(new DueRow(
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

    /** Starts a set of changes, which the caller closes. */
    public Changes changes() {
        return new Changes();
    }

    /** Writes changes. Later reads see them; they are on the disk after the next {@link #flush}. */
    public void write(Changes changes) throws IOException {
        run("written", db -> {
            db.write(writing, changes.batch());
            return true;
        });
    }

    /** Flushes the view. Everything that was written is on the disk when this returns. */
    public void flush() throws IOException {
        run("flushed", db -> {
            try (var waiting = new FlushOptions().setWaitForFlush(true)) {
                db.flush(waiting);
            }
            return true;
        });
    }

    /**
     * Copies the view, as it was flushed last, to a folder that does not exist yet. Files are hard links where that is
     * possible.
     */
    public void copyTo(Path folder) throws IOException {
        run("copied to " + folder, db -> {
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
