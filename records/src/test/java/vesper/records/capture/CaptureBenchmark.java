package vesper.records.capture;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import vesper.http.Exchange;
import vesper.http.ExchangeListener;
import vesper.journal.Journal;
import vesper.journal.JournalOptions;
import vesper.journal.SyncPolicy;

/*
 * Question: what does an event loop pay to record an exchange with two bodies of 52 bytes, from the rules to the
 * journal entry? Cases: all but the query equals the exchange before; bodies and a field differ each time; nothing is
 * kept.
 * Guess: 200 ns, 500 ns, and 2 ns.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CaptureBenchmark {
    private static final String HELLO = "{\n  \"result\" : \"OK\",\n  \"message\" : \"Hello, world!\"\n}";
    private static final int KEPT_SEGMENTS = 2;

    private static final int DIFFERENT = 64;

    private final Exchange exchange = Exchanges.echo(1, HELLO);
    private final Exchange[] different = new Exchange[DIFFERENT];
    private Path folder = Path.of("");
    private AutoCloseable closing = () -> {};
    private ExchangeListener on = exchange -> {};
    private ExchangeListener off = exchange -> {};
    private Runnable dropping = () -> {};
    private int count;

    @Setup(Level.Iteration)
    public void open() throws IOException {
        for (int n = 0; n < DIFFERENT; n++) {
            different[n] = Exchanges.echo(
                    n, "{\"number\":" + (1_000_000 + n) + ",\"text\":\"a content of this length\"}", "" + n);
        }
        folder = Files.createTempDirectory("capture");
        Journal journal = Journal.open(folder.resolve("journal"), new JournalOptions(32 << 20, new SyncPolicy.None()));
        on = capture(journal, Exchanges.TRACKING);
        off = capture(journal, null);
        closing = journal;
        dropping = () -> drop(journal);
    }

    private static ExchangeListener capture(Journal journal, RecordingRules rules) {
        Capture capture = new Capture(
                _ -> journal,
                Routes.NONE,
                Clock.systemUTC(),
                value -> value.toString().getBytes(UTF_8),
                1 << 20);
        capture.setRules(rules);
        return capture.onEventLoop();
    }

    /** Keeps the benchmark from filling the disk. */
    private static void drop(Journal journal) {
        try {
            if (journal.segments().size() > KEPT_SEGMENTS) journal.dropBefore(journal.endPosition());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @TearDown(Level.Iteration)
    public void close() throws Exception {
        closing.close();
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) Files.delete(file);
        }
    }

    @Benchmark
    public void kept() {
        on.finished(exchange);
        if (++count % (1 << 16) == 0) dropping.run();
    }

    @Benchmark
    public void keptDifferent() {
        on.finished(different[count % DIFFERENT]);
        if (++count % (1 << 16) == 0) dropping.run();
    }

    @Benchmark
    public void off() {
        off.finished(exchange);
    }
}
