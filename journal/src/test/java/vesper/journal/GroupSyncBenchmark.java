package vesper.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
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

/*
 * Question: how long does it take until 1, 64 and 1000 entries of 600 bytes, appended at once and each awaited, are all
 * on the disk? How long with a system call for each entry and one fdatasync for all?
 * Guess: one sync on a quiet disk, 200 µs; 64 take no longer; 1000 take 1 ms, most of it for the disk.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class GroupSyncBenchmark {
    private static final int PAYLOAD_BYTES = 600;
    private static final int SEGMENT_BYTES = 64 << 20;

    @Param({"1", "64", "1000"})
    int waiting = 1;

    private final ByteBuffer payload = ByteBuffer.allocateDirect(PAYLOAD_BYTES);
    private CompletableFuture<?>[] waiters = {};
    private Path folder = Path.of("");
    private Journal journal;
    private ChannelLog channel;

    @Setup(Level.Iteration)
    public void open() throws IOException {
        folder = Folders.make();
        waiters = new CompletableFuture<?>[waiting];
        journal = Journal.open(folder, new JournalOptions(SEGMENT_BYTES, new SyncPolicy.Always()));
        channel = new ChannelLog(folder, SEGMENT_BYTES, false, true);
        journal.append(1, payload.clear());
    }

    @TearDown(Level.Iteration)
    public void close() throws IOException {
        journal.close();
        channel.close();
        Folders.delete(folder);
    }

    @Benchmark
    public void journal() throws IOException {
        for (int i = 0; i < waiting; i++) {
            long position = journal.append(1, payload.clear());
            waiters[i] = journal.whenSynced(position);
        }
        for (CompletableFuture<?> waiter : waiters) waiter.join();
        journal.dropBefore(journal.endPosition());
    }

    @Benchmark
    public void channel() throws IOException {
        for (int i = 0; i < waiting; i++) channel.append(1, payload.clear());
        channel.sync();
    }
}
