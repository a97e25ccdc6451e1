package vesper.records.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.luben.zstd.ZstdDecompressCtx;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import vesper.http.Exchange;
import vesper.http.ExchangeListener;
import vesper.journal.Journal;
import vesper.journal.JournalOptions;
import vesper.journal.Position;
import vesper.journal.SyncPolicy;
import vesper.records.blocks.Block;
import vesper.records.capture.Capture;
import vesper.records.capture.Exchanges;
import vesper.records.capture.Routes;

/*
 * Question: what does it cost to build blocks, from the journal to the bytes of a block, for one row? The limit is 4
 * µs: 250,000 rows for each second of a processor. Cases: rows that differ in their ids, times and durations; the same
 * on eight alternating routes; rows that each have a different query as well; rows whose bodies each contain different
 * words.
 * Guess: 150 ns, 300 ns, 500 ns, and 2 µs.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SealingBenchmark {
    static final int ROWS = 40_000;

    /** The kinds of rows. */
    public enum Kind {
        HELLO,
        ROUTES,
        QUERIES,
        WORDS
    }

    @Param
    Kind kind = Kind.HELLO;

    private final ZstdDecompressCtx zstd = new ZstdDecompressCtx();
    private Path folder = Path.of("");
    private AutoCloseable closing = () -> {};
    private Work work = () -> 0;

    private interface Work {
        long run() throws IOException;
    }

    @Setup
    public void open() throws IOException {
        folder = Files.createTempDirectory("sealing");
        Journal journal = Journal.open(folder.resolve("journal"), new JournalOptions(64 << 20, new SyncPolicy.None()));
        Capture capture = new Capture(
                _ -> journal,
                Routes.NONE,
                Clock.systemUTC(),
                value -> value.toString().getBytes(UTF_8),
                1 << 20);
        capture.setRules(Exchanges.TRACKING);
        ExchangeListener loop = capture.onEventLoop();
        for (int n = 0; n < ROWS; n++) loop.finished(exchange(n));
        closing = journal;
        work = () -> sealAll(journal);
    }

    private Exchange exchange(int n) {
        return switch (kind) {
            case HELLO -> Exchanges.hello(n, "/api/hello");
            case ROUTES -> Exchanges.hello(n, "/api/hello/" + n % 8);
            case QUERIES -> Exchanges.echo(n, body("world"));
            case WORDS -> Exchanges.echo(n, body(n + " worlds of " + Integer.toHexString(n * 31)));
        };
    }

    private static String body(String whom) {
        return "{\n  \"result\" : \"OK\",\n  \"message\" : \"Hello, " + whom + "!\"\n}";
    }

    @TearDown
    public void close() throws Exception {
        closing.close();
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) Files.delete(file);
        }
    }

    @Benchmark
    @OperationsPerInvocation(ROWS)
    public long row() throws IOException {
        return work.run();
    }

    private long sealAll(Journal journal) throws IOException {
        long bytes = 0;
        try (Source source = Source.of(SourceName.of(1, Position.START), folder, journal, Position.START)) {
            for (source.take(); source.hasRows(); source.take()) {
                ByteBuffer block = source.block();
                Block.read(block, zstd);
                bytes += block.remaining();
                source.sealed(Instant.EPOCH);
            }
        }
        return bytes;
    }
}
