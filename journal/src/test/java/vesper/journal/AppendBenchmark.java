package vesper.journal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
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
 * Question: what does it cost to append an entry of 200 and of 600 bytes without waiting for the disk: to mapped memory
 * (as the journal does), with a system call for each entry, and with a system call for each 64 KiB?
 * Guess: 150 ns, 1 µs and 100 ns; with two threads the first and the last twice that. Nothing is allocated.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class AppendBenchmark {
    /** Method of writing entries to a file. */
    public enum Method {
        MAPPED,
        WRITE,
        GATHERED
    }

    interface Log {
        long append(ByteBuffer payload) throws IOException;
    }

    /** One for each thread. */
    @State(Scope.Thread)
    public static class Payload {
        final ByteBuffer bytes = ByteBuffer.allocateDirect(1 << 10);
    }

    @Param({"MAPPED", "WRITE", "GATHERED"})
    Method way = Method.MAPPED;

    @Param({"200", "600"})
    int payloadBytes = 200;

    private Path folder = Path.of("");
    private AutoCloseable closing = () -> {};
    private Log log = payload -> 0;

    @Setup(Level.Iteration)
    public void open() throws IOException {
        folder = Folders.make();
        if (way == Method.MAPPED) {
            Journal journal = Journal.open(folder, new JournalOptions(64 << 20, new SyncPolicy.None()));
            var dropping = new Dropping(journal);
            log = payload -> dropping.append(payload);
            closing = journal;
        } else {
            var channel = new ChannelLog(folder, 64 << 20, way == Method.GATHERED, false);
            log = payload -> channel.append(1, payload);
            closing = channel;
        }
    }

    @TearDown(Level.Iteration)
    public void close() throws Exception {
        closing.close();
        Folders.delete(folder);
    }

    @Benchmark
    public long append(Payload payload) throws IOException {
        return log.append(payload.bytes.clear().limit(payloadBytes));
    }

    /** Drops each segment as soon as it is full, so that the benchmark does not fill the disk. */
    private record Dropping(Journal journal) {
        long append(ByteBuffer payload) {
            try {
                long position = journal.append(1, payload);
                if (Position.offset(position) == SegmentHeader.BYTES) journal.dropBefore(position);
                return position;
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
    }
}
