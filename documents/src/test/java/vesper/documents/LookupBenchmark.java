package vesper.documents;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
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
import vesper.documents.positions.Changes;
import vesper.documents.positions.CurrentVersion;
import vesper.documents.positions.Positions;
import vesper.documents.positions.VersionPlace;

/*
 * Question: how long does it take to find that a document does not exist, as every creation does, and to find the place
 * of one that does, among this many documents?
 * Guess: 2 µs and 5 µs, independently of the number: a filter, and a block from the cache or the disk.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LookupBenchmark {
    private static final int COLLECTION = 1;
    private static final int PART = 10_000;

    @Param({"10000", "3000000"})
    int documents = PART;

    private Path folder = Path.of("");
    private @Nullable Positions positions;
    private long next;

    @Setup(Level.Trial)
    public void open() throws IOException {
        Path target = Files.createDirectories(Path.of(System.getProperty("vesper.documents.folder", "target")));
        folder = Files.createTempDirectory(target, "positions-");
        Positions opened = Positions.open(folder.resolve("positions"), folder.resolve("native"));
        positions = opened;
        for (int from = 0; from < documents; from += PART) {
            try (Changes changes = opened.changes()) {
                for (int i = from; i < from + PART; i++) {
                    changes.current(
                            COLLECTION, "there-" + i, new CurrentVersion(i, new VersionPlace(1, i * 600L, 0, 0, 600)));
                }
                opened.write(changes);
            }
        }
        opened.flush();
    }

    @TearDown(Level.Trial)
    public void close() throws IOException {
        opened().close();
        DurableCollectionTest.delete(folder);
    }

    private Positions opened() {
        return requireNonNull(positions);
    }

    /** Returns a document number in a pseudorandom order, which defeats caches. */
    private long somewhere() {
        next = next * 6364136223846793005L + 1442695040888963407L;
        return (next >>> 33) % documents;
    }

    @Benchmark
    public Object missing() throws IOException {
        return opened().current(COLLECTION, "there-" + somewhere() + "-not");
    }

    @Benchmark
    public Object there() throws IOException {
        return opened().current(COLLECTION, "there-" + somewhere());
    }
}
