package vesper.records.search;

import com.github.luben.zstd.ZstdDecompressCtx;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/*
 * Question: how long does a search over a million records take, warm? The limits: 50 ms for ten hits, 100 ms for facets
 * of all.
 * Guess: 3 ms if filters leave ten blocks, 15 ms for three facets, half a second for a prefix that has to read every
 * payload.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
public class SearchBenchmark {
    private static final SearchBounds LONG_ENOUGH = SearchBounds.within(Duration.ofMinutes(10));

    @Param("1000000")
    int records = 1000;

    private final ZstdDecompressCtx zstd = new ZstdDecompressCtx();
    private HelloRecords hello = HelloRecords.of(1);

    @Setup
    public void setup() {
        hello = HelloRecords.of(records);
    }

    /** A word in ten records, spread over all blocks. */
    @Benchmark
    public SearchResult rareWord() throws Exception {
        return run(search("needle").limit(10));
    }

    @Benchmark
    public SearchResult rareWordAtPath() throws Exception {
        return run(search("body.message:needle AND status:5xx").limit(10));
    }

    @Benchmark
    public SearchResult rarePhrase() throws Exception {
        return run(search("\"needle in the haystack\"").limit(10));
    }

    /** A phrase that nearly all records contain; returns the latest ten. */
    @Benchmark
    public SearchResult frequentPhrase() throws Exception {
        return run(search("\"hello world\"").limit(10));
    }

    @Benchmark
    public SearchResult wordThatIsNowhere() throws Exception {
        return run(search("nowhere").limit(10));
    }

    @Benchmark
    public SearchResult range() throws Exception {
        return run(search("status:>=500").limit(10));
    }

    /** Reads every text of every record. */
    @Benchmark
    public SearchResult prefix() throws Exception {
        return run(search("needl*").limit(10));
    }

    /** A hundred and twenty prefixes, for which each text is read once. */
    @Benchmark
    public SearchResult manyPrefixes() throws Exception {
        String query = IntStream.range(0, 120)
                .mapToObj(i -> "" + (char) ('a' + i % 26) + (char) ('p' + i / 26) + "x*")
                .collect(Collectors.joining(" OR "));
        return run(search(query).limit(10));
    }

    @Benchmark
    public SearchResult longest() throws Exception {
        return run(search("*").sort(Sort.parse("-duration")).limit(10));
    }

    @Benchmark
    public SearchResult facetsOfAll() throws Exception {
        return run(search("*").limit(0).facets(List.of("status", "route", "remote"), 10));
    }

    @Benchmark
    public SearchResult histogramAndLatenciesOfAll() throws Exception {
        return run(search("*").limit(0).histogram(1000).latencies());
    }

    private static Search search(String query) throws QueryException {
        return Search.of(Query.parse(query, HelloRecords.FIRST_TIME));
    }

    private SearchResult run(Search search) throws IOException {
        return search.run(hello.batches(zstd), row -> {}, LONG_ENOUGH);
    }
}
