package vesper.bench.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalLong;

/** What the threads of a JVM that still run have allocated since they began; what a virtual thread allocates is its carrier's. */
public final class AllocatedBytes {
    private AllocatedBytes() {}

    /** Empty where the process is no JVM that answers, or there is no jcmd. */
    public static OptionalLong of(long pid, Path scratch) throws InterruptedException {
        try {
            long bytes = JvmReading.allocatedBytes(Jcmd.ask(pid, scratch, "Thread.print -e"));
            return bytes > 0 ? OptionalLong.of(bytes) : OptionalLong.empty();
        } catch (IOException _) {
            return OptionalLong.empty();
        }
    }
}
