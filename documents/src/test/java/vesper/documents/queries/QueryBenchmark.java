package vesper.documents.queries;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/*
 * Question: how long does a query over a million documents take, warm? The bar: 50 ms for ten hits.
 * Guess: below 1 ms for a rare word; 300 ms to sort all by a value, since the row of each is read; 10 µs to check a
 * single document.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class QueryBenchmark {
    private static final SearchBounds LONG_ENOUGH = SearchBounds.within(Duration.ofMinutes(10));

    @Param("1000000")
    int documents = 1000;

    /** A folder in which to keep the index for the next run; empty to delete it. */
    @Param("")
    String kept = "";

    private Path folder = Path.of("");
    private Generation generation;
    private final SearchedDocument order = SampleOrders.order(50_000);
    private DocumentMatch words;
    private DocumentMatch number;

    @Setup(Level.Trial)
    public void setup() throws Exception {
        folder = kept.isEmpty() ? Files.createTempDirectory("query-benchmark") : Path.of(kept);
        String life = documents + " " + Arrays.hashCode(order.json());
        generation = Files.isDirectory(folder)
                ? Generation.open(folder, life, IndexPolicy.DEFAULTS).orElse(null)
                : null;
        if (generation == null) generation = filled(life);
        words = Query.parse("needle customer.address.city:bonn", SampleOrders.FIRST_TIME)
                .match();
        number = Query.parse("amount:[100 TO 500]", SampleOrders.FIRST_TIME).match();
    }

    private Generation filled(String life) throws IOException {
        Generation empty = Generation.create(folder, life, IndexPolicy.DEFAULTS);
        List<SearchedDocument> batch = new ArrayList<>();
        for (int number = 0; number < documents; number++) {
            batch.add(SampleOrders.order(number));
            if (batch.size() < 1000 && number + 1 < documents) continue;
            empty.add(batch);
            batch.clear();
        }
        empty.refresh();
        empty.commit(documents);
        return empty;
    }

    @TearDown(Level.Trial)
    public void tearDown() throws IOException {
        generation.close();
        if (kept.isEmpty()) GenerationFolders.delete(folder);
    }

    /** Matches ten of a million documents. */
    @Benchmark
    public SearchResult rareWord() throws Exception {
        return run("needle", "");
    }

    @Benchmark
    public SearchResult rareWordSorted() throws Exception {
        return run("note:needle", "-amount");
    }

    @Benchmark
    public SearchResult phrase() throws Exception {
        return run("note:\"leave the needle\"", "");
    }

    @Benchmark
    public SearchResult prefix() throws Exception {
        return run("needl*", "");
    }

    /** Matches one document in 10,000. */
    @Benchmark
    public SearchResult rangeOfTimes() throws Exception {
        return run("placedAt:[2026-09-21T14:13:20Z TO 2026-09-21T14:13:29Z]", "-placedAt");
    }

    /** Matches one document in 2,000. */
    @Benchmark
    public SearchResult twoFields() throws Exception {
        return run("customer.address.city:bonn AND customer.address.street:\"17 harbour road\"", "-amount");
    }

    @Benchmark
    public SearchResult allById() throws Exception {
        return run("*", "");
    }

    @Benchmark
    public SearchResult allSortedByNumber() throws Exception {
        return run("*", "-amount");
    }

    @Benchmark
    public SearchResult allGrouped() throws Exception {
        return generation.run(
                search("*", "").limit(0).groupBy(new Grouping("customer.address.city", List.of("amount"), 10)),
                LONG_ENOUGH.start());
    }

    /** The cost of a feed with a query for each change. */
    @Benchmark
    public boolean oneDocumentByWords() {
        return words.test(order);
    }

    @Benchmark
    public boolean oneDocumentByNumber() {
        return number.test(order);
    }

    private SearchResult run(String query, String order) throws Exception {
        return generation.run(search(query, order), LONG_ENOUGH.start());
    }

    private static Search search(String query, String order) throws QueryException {
        return Search.of(Query.parse(query, SampleOrders.FIRST_TIME))
                .in(Order.parse(order))
                .limit(10);
    }
}
