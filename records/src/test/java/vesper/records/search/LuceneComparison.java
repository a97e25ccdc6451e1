package vesper.records.search;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.LongPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.SortedDocValuesField;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.util.BytesRef;

/*
 * Question: what would Lucene cost for the same records, with the fields that a search needs, and how much faster would
 * it answer?
 * Guess: ten times the CPU and the disk; a tenth of the time for a rare word.
 *
 * Run the main method with the number of records as its argument.
 */
final class LuceneComparison {
    private static final int ROUNDS = 30;

    private LuceneComparison() {}

    record Figures(String what, double cpuMicrosPerRecord, double bytesPerRecord, double rareWordMillis) {}

    public static void main(String[] args) throws Exception {
        int records = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
        // Warm up both, so that neither pays for a cold JVM.
        blocks(records / 10);
        lucene(records / 10);
        for (Figures figures : new Figures[] {blocks(records), lucene(records)}) {
            System.out.printf(
                    Locale.ROOT,
                    "%-8s %8.2f µs of CPU and %6.1f bytes for each record, %8.3f ms for a rare word%n",
                    figures.what(),
                    figures.cpuMicrosPerRecord(),
                    figures.bytesPerRecord(),
                    figures.rareWordMillis());
        }
    }

    static Figures blocks(int records) throws Exception {
        long before = cpuNanos();
        HelloRecords hello = HelloRecords.of(records);
        double micros = (cpuNanos() - before) / 1e3 / records;
        Search search =
                Search.of(Query.parse("needle", HelloRecords.FIRST_TIME)).limit(10);
        try (var zstd = new ZstdDecompressCtx()) {
            double millis = medianMillis(
                    () -> search.run(hello.batches(zstd), row -> {}, SearchBounds.within(Duration.ofMinutes(1))));
            return new Figures("blocks", micros, (double) hello.bytes() / records, millis);
        }
    }

    static Figures lucene(int records) throws Exception {
        Path folder = Files.createTempDirectory("lucene");
        try (Directory directory = FSDirectory.open(folder)) {
            long before = cpuNanos();
            index(records, directory);
            double micros = (cpuNanos() - before) / 1e3 / records;
            return new Figures("lucene", micros, (double) bytes(folder) / records, rareWord(directory));
        } finally {
            delete(folder);
        }
    }

    private static double rareWord(Directory directory) throws Exception {
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
            var searcher = new IndexSearcher(reader);
            var newestFirst = new Sort(new SortField("time", SortField.Type.LONG, true));
            return medianMillis(() -> {
                var found = searcher.search(new TermQuery(new Term("words", "needle")), 10, newestFirst);
                for (var hit : found.scoreDocs) searcher.storedFields().document(hit.doc);
            });
        }
    }

    private static void index(int records, Directory directory) throws IOException {
        var config = new IndexWriterConfig(new StandardAnalyzer()).setRAMBufferSizeMB(64);
        try (var writer = new IndexWriter(directory, config)) {
            for (int i = 0; i < records; i++) writer.addDocument(document(i));
        }
    }

    private static Document document(int number) {
        String answer = HelloRecords.isSpecial(number) ? HelloRecords.SPECIAL : HelloRecords.ANSWER;
        long time = HelloRecords.FIRST_TIME + number / 20;
        var document = new Document();
        document.add(new StringField("id", UUID.randomUUID().toString(), Field.Store.YES));
        document.add(new LongPoint("time", time));
        document.add(new NumericDocValuesField("time", time));
        document.add(new NumericDocValuesField("duration", 50 + number % 500));
        document.add(new NumericDocValuesField("status", 200));
        document.add(new SortedDocValuesField("route", new BytesRef("GET /api/test/sayHello")));
        document.add(new SortedDocValuesField("package", new BytesRef("hello")));
        document.add(new TextField("words", HelloRecords.PATH, Field.Store.NO));
        document.add(new TextField("words", HelloRecords.HEADERS, Field.Store.NO));
        document.add(new TextField("words", answer, Field.Store.NO));
        document.add(new StoredField("headers", HelloRecords.HEADERS));
        document.add(new StoredField("response", answer));
        return document;
    }

    @FunctionalInterface
    private interface Work {
        void run() throws Exception;
    }

    private static double medianMillis(Work work) throws Exception {
        double[] millis = new double[ROUNDS];
        for (int i = -ROUNDS; i < ROUNDS; i++) {
            long before = System.nanoTime();
            work.run();
            if (i >= 0) millis[i] = (System.nanoTime() - before) / 1e6;
        }
        Arrays.sort(millis);
        return millis[ROUNDS / 2];
    }

    /** CPU time of the whole process, including merges and garbage collection. */
    private static long cpuNanos() {
        var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return system.getProcessCpuTime();
    }

    private static long bytes(Path folder) throws IOException {
        long bytes = 0;
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) bytes += Files.size(file);
        }
        return bytes;
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) Files.delete(file);
        }
        Files.delete(folder);
    }
}
