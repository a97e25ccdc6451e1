package vesper.bench.process;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;

/** A process and its descendants: a server may be a master with workers, or a script that waits for one. */
public final class ProcessTree {
    private final long pid;

    public ProcessTree(long pid) {
        this.pid = pid;
    }

    /** CPU time, memory and threads of all of them together. Processes that have ended are not counted. */
    public record Use(CpuTime cpu, ResidentMemory memory, int threads) {}

    public Use use() throws IOException {
        Use use = of(pid);
        List<Long> started = ProcessHandle.of(pid).stream()
                .flatMap(ProcessHandle::descendants)
                .map(ProcessHandle::pid)
                .toList();
        for (long each : started) {
            try {
                use = plus(use, of(each));
            } catch (NoSuchFileException _) {
                // The process has ended in the meantime.
            }
        }
        return use;
    }

    private static Use of(long pid) throws IOException {
        return new Use(CpuTime.of(pid), ResidentMemory.of(pid), ThreadCount.of(pid));
    }

    private static Use plus(Use one, Use other) {
        return new Use(
                one.cpu().plus(other.cpu()),
                new ResidentMemory(one.memory().bytes() + other.memory().bytes()),
                one.threads() + other.threads());
    }
}
