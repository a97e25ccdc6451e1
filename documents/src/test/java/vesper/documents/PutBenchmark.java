package vesper.documents;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
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
import vesper.codec.Codec;
import vesper.journal.SyncPolicy;

/*
 * Question: how long do a put and a get of a 524-byte state take in process, on one thread, over 1000 documents? In
 * memory; durable with 1000 writes in flight, acknowledged after the sync; and durable with a sync every 5 s.
 * Guess: 150 ns and 50 ns; 5 µs, 4 µs and 100 ns.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PutBenchmark {
    /** The guarantee of an acknowledgement. */
    public enum Promise {
        MEMORY,
        INTERVAL,
        ALWAYS
    }

    /** Takes 524 bytes as JSON. */
    record Content(String text, long counter) {}

    private static final int DOCUMENTS = 1000;
    private static final int IN_FLIGHT = 1000;

    @Param({"MEMORY", "INTERVAL", "ALWAYS"})
    Promise promise = Promise.MEMORY;

    private final DocumentId[] ids = new DocumentId[DOCUMENTS];
    private final String text = "x".repeat(490);
    private final Queue<CompletableFuture<Write>> inFlight = new ArrayDeque<>(IN_FLIGHT);
    private Path folder = Path.of("");
    private Documents documents = Documents.inMemory(Clock.systemUTC(), DocumentsOptions.DEFAULTS);
    private DocumentCollection<Content> contents =
            documents.collection("contents", StateForm.of(Content.class, new Codec(false)), CollectionPolicy.MEMORY);
    private int next;

    @Setup(Level.Trial)
    public void open() throws IOException {
        if (promise != Promise.MEMORY) openDurable();
        for (int i = 0; i < DOCUMENTS; i++) {
            ids[i] = new DocumentId("content-" + i);
            contents.put(ids[i], new Content(text, i));
        }
    }

    private void openDurable() throws IOException {
        documents.close();
        Path target = Files.createDirectories(Path.of(System.getProperty("vesper.documents.folder", "target")));
        folder = Files.createTempDirectory(target, "documents-");
        SyncPolicy sync =
                promise == Promise.ALWAYS ? new SyncPolicy.Always() : new SyncPolicy.Interval(Duration.ofSeconds(5));
        documents = Documents.open(folder, Clock.systemUTC(), DocumentsOptions.DEFAULTS.withSync(sync));
        contents = documents.collection(
                "contents", StateForm.of(Content.class, new Codec(false)), CollectionPolicy.DURABLE);
    }

    @TearDown(Level.Trial)
    public void close() throws IOException {
        inFlight.forEach(CompletableFuture::join);
        documents.close();
        if (promise != Promise.MEMORY) DurableCollectionTest.delete(folder);
    }

    @Benchmark
    public Object put() {
        int i = next++;
        var content = new Content(text, i);
        DocumentId id = ids[i % DOCUMENTS];
        if (promise == Promise.MEMORY) return contents.put(id, content);
        if (inFlight.size() == IN_FLIGHT) inFlight.remove().join();
        return inFlight.add(contents.putAsync(id, content));
    }

    @Benchmark
    public Object get() {
        return contents.get(ids[next++ % DOCUMENTS]);
    }
}
