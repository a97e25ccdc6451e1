package vesper.journal;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
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
 * Question: the room of a segment is allocated by writing zeros (the journal's fallback) or by posix_fallocate. What
 * does that cost for 16 MiB, and what does the first sync of each 4 KiB of it cost then?
 * Guess: zeros cost 3 ms of CPU and 30 ms of waiting, fallocate 0.1 ms. But its blocks are recorded as unwritten, so
 * that each sync also writes the file system's journal and takes two to three times as long.
 */
@State(Scope.Benchmark)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class PreallocationBenchmark {
    private static final int SEGMENT_BYTES = 16 << 20;
    private static final int STEP_BYTES = 4096;

    /** Method of allocating room. */
    public enum Method {
        ZEROS,
        FALLOCATE
    }

    @Param({"ZEROS", "FALLOCATE"})
    Method way = Method.ZEROS;

    private final ByteBuffer zeros = ByteBuffer.allocateDirect(1 << 20);
    private Path folder = Path.of("");
    private Arena arena = Arena.ofShared();
    private MemorySegment bytes = MemorySegment.NULL;
    private int segments;
    private int at;

    @Setup(Level.Iteration)
    public void open() throws IOException {
        folder = Folders.make();
        roll();
    }

    @TearDown(Level.Iteration)
    public void close() throws IOException {
        arena.close();
        arena = Arena.ofShared();
        Folders.delete(folder);
    }

    @Benchmark
    @BenchmarkMode(Mode.AverageTime)
    public void claim() throws IOException {
        Path file = folder.resolve("claimed" + segments++);
        claim(file);
        Files.delete(file);
    }

    /** One sample in 4096 includes the creation of a new segment, so look at the percentiles. */
    @Benchmark
    @BenchmarkMode(Mode.SampleTime)
    public void sync() throws IOException {
        if (at == SEGMENT_BYTES) roll();
        bytes.asSlice(at, STEP_BYTES).fill((byte) 1);
        bytes.asSlice(at, STEP_BYTES).force();
        at += STEP_BYTES;
    }

    private void roll() throws IOException {
        arena.close();
        arena = Arena.ofShared();
        Path file = folder.resolve("synced" + segments++);
        claim(file);
        try (var channel = FileChannel.open(file, READ, WRITE)) {
            bytes = channel.map(MapMode.READ_WRITE, 0, SEGMENT_BYTES, arena);
        }
        at = 0;
    }

    private void claim(Path file) throws IOException {
        try (var channel = FileChannel.open(file, CREATE_NEW, READ, WRITE)) {
            if (way == Method.FALLOCATE && !Fallocate.allocate(file, SEGMENT_BYTES))
                throw new IOException("no posix_fallocate");
            for (int done = 0; way == Method.ZEROS && done < SEGMENT_BYTES; )
                done += channel.write(zeros.clear(), done);
            channel.force(false);
        }
    }
}
