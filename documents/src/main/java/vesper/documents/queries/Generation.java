package vesper.documents.queries;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.CorruptIndexException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.ExitableDirectoryReader;
import org.apache.lucene.index.IndexFormatTooNewException;
import org.apache.lucene.index.IndexFormatTooOldException;
import org.apache.lucene.index.IndexNotFoundException;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderManager;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.CollectionTerminatedException;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.SimpleCollector;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;
import org.jspecify.annotations.Nullable;

/**
 * One Lucene index in its own folder, from its creation until another generation replaces it. One thread writes, any
 * thread searches.
 */
final class Generation implements Closeable {
    private static final String FORMAT = "1";
    private static final String FORMAT_KEY = "format";
    private static final String SEQUENCE_KEY = "sequence";
    private static final String LIFE_KEY = "life";

    private final Path folder;
    private final String life;
    private final Directory directory;
    private final IndexWriter writer;
    private final ReaderManager readers;
    private final DocumentTerms terms = new DocumentTerms();
    private final long committed;

    private Generation(Path folder, String life, Directory directory, IndexWriter writer, long committed)
            throws IOException {
        this.folder = folder;
        this.life = life;
        this.directory = directory;
        this.writer = writer;
        this.committed = committed;
        this.readers = new ReaderManager(writer);
    }

    static Generation create(Path folder, String life, IndexPolicy policy) throws IOException {
        return of(folder, life, policy, IndexWriterConfig.OpenMode.CREATE, -1);
    }

    /**
     * Opens a generation that was committed; empty if the folder has no commit of this life and format.
     *
     * @throws DamagedIndexException if it cannot be read
     */
    static Optional<Generation> open(Path folder, String life, IndexPolicy policy) throws IOException {
        try {
            Map<String, String> data;
            try (Directory directory = FSDirectory.open(folder)) {
                // A generation that was not finished has no commit.
                if (!DirectoryReader.indexExists(directory)) return Optional.empty();
            }
            try (Directory directory = FSDirectory.open(folder);
                    DirectoryReader committed = DirectoryReader.open(directory)) {
                data = committed.getIndexCommit().getUserData();
            }
            String sequence = data.get(SEQUENCE_KEY);
            boolean fits = FORMAT.equals(data.get(FORMAT_KEY)) && life.equals(data.get(LIFE_KEY)) && sequence != null;
            if (!fits) return Optional.empty();
            return Optional.of(of(folder, life, policy, IndexWriterConfig.OpenMode.APPEND, Long.parseLong(sequence)));
        } catch (IndexFormatTooOldException | IndexFormatTooNewException _) {
            return Optional.empty();
        } catch (CorruptIndexException
                | IndexNotFoundException
                | NoSuchFileException
                | EOFException
                | IllegalArgumentException damage) {
            throw new DamagedIndexException(folder, damage);
        }
    }

    private static Generation of(
            Path folder, String life, IndexPolicy policy, IndexWriterConfig.OpenMode mode, long committed)
            throws IOException {
        Directory directory = FSDirectory.open(folder);
        try {
            var config = new IndexWriterConfig()
                    .setOpenMode(mode)
                    .setCommitOnClose(false)
                    .setRAMBufferSizeMB(policy.memoryBytes() / (double) (1 << 20));
            return new Generation(folder, life, directory, new IndexWriter(directory, config), committed);
        } catch (IOException | RuntimeException failure) {
            directory.close();
            throw failure;
        }
    }

    Path folder() {
        return folder;
    }

    /** Returns the sequence that its commit covered when it was opened; -1 for a new generation. */
    long committed() {
        return committed;
    }

    /** Adds documents. None of them may be in the index yet. */
    void add(Collection<SearchedDocument> others) throws IOException {
        for (SearchedDocument document : others) writer.addDocument(terms.of(document));
    }

    /** Brings documents to these states. Each document may occur only once. */
    void apply(Collection<SearchedDocument> newest) throws IOException {
        for (SearchedDocument document : newest) {
            Term id = IndexFields.id(document.id());
            if (document.isDeleted()) writer.deleteDocuments(id);
            else writer.updateDocument(id, terms.of(document));
        }
    }

    void refresh() throws IOException {
        readers.maybeRefreshBlocking();
    }

    void commit(long sequence) throws IOException {
        Map<String, String> data = new HashMap<>();
        data.put(FORMAT_KEY, FORMAT);
        data.put(SEQUENCE_KEY, Long.toString(sequence));
        data.put(LIFE_KEY, life);
        writer.setLiveCommitData(data.entrySet());
        writer.commit();
    }

    /** Verifies the checksums of everything that can be searched. */
    void check() throws IOException {
        DirectoryReader reader = readers.acquire();
        try {
            for (LeafReaderContext leaf : reader.leaves()) leaf.reader().checkIntegrity();
        } catch (CorruptIndexException damage) {
            throw new DamagedIndexException(folder, damage);
        } finally {
            readers.release(reader);
        }
    }

    long documents() throws IOException {
        DirectoryReader reader = readers.acquire();
        try {
            return reader.numDocs();
        } finally {
            readers.release(reader);
        }
    }

    SearchResult run(Search search, StopCheck stop) throws IOException, QueryException {
        var hits = new HitCollector(search);
        DirectoryReader reader = readers.acquire();
        try {
            if (!stop.shouldExit()) {
                DirectoryReader bounded = ExitableDirectoryReader.wrap(reader, stop);
                var searcher = new IndexSearcher(bounded);
                searcher.setQueryCache(null);
                searcher.setTimeout(stop);
                org.apache.lucene.search.Query query =
                        new LuceneForm(bounded).of(search.query().clause());
                if (search.isOfCountAlone()) hits.count(searcher.count(query));
                else searcher.search(query, new OneThread(hits, stop));
            }
        } catch (ExitableDirectoryReader.ExitingReaderException _) {
            // The stop check knows the reason.
        } catch (CorruptIndexException damage) {
            throw new DamagedIndexException(folder, damage);
        } finally {
            readers.release(reader);
        }
        return hits.result(stop.end());
    }

    /** Stops writing and drops what was not committed. Searches still find what was visible. */
    void abandon() throws IOException {
        writer.rollback();
    }

    @Override
    public void close() throws IOException {
        try (directory;
                readers) {
            writer.rollback();
        }
    }

    /** Collects the hits of all segments in one page, one segment after the other. */
    private record OneThread(HitCollector page, StopCheck stop) implements CollectorManager<IntoPage, HitCollector> {
        @Override
        public IntoPage newCollector() {
            return new IntoPage(page, stop);
        }

        @Override
        public HitCollector reduce(Collection<IntoPage> collectors) {
            return page;
        }
    }

    /** Adds the rows of matching documents to a page. */
    private static final class IntoPage extends SimpleCollector {
        private final HitCollector hits;
        private final StopCheck stop;
        private final Row row = new Row();
        private @Nullable BinaryDocValues rows;

        IntoPage(HitCollector hits, StopCheck stop) {
            this.hits = hits;
            this.stop = stop;
        }

        @Override
        protected void doSetNextReader(LeafReaderContext leaf) throws IOException {
            rows = leaf.reader().getBinaryDocValues(IndexFields.ROW);
        }

        @Override
        public void collect(int document) throws IOException {
            if (stop.isOver()) throw new CollectionTerminatedException();
            if (rows == null || !rows.advanceExact(document)) {
                throw new IllegalStateException("document " + document + " of a segment lacks its row");
            }
            BytesRef value = rows.binaryValue();
            hits.add(row.on(value.bytes, value.offset, value.length));
        }

        @Override
        public ScoreMode scoreMode() {
            return ScoreMode.COMPLETE_NO_SCORES;
        }
    }
}
