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

    /** Returns the use of all processes of the tree together. */
    public Use use() throws IOException {
        Use use = of(pid);
        for (long each : started()) {
            try {
                use = plus(use, of(each));
            } catch (NoSuchFileException _) {
                // The process has ended in the meantime.
            }
        }
        return use;
    }

    /** Returns the CPU time alone, which takes one file to read for each process instead of three. */
    public CpuTime cpu() throws IOException {
        CpuTime cpu = CpuTime.of(pid);
        for (long each : started()) {
            try {
                cpu = cpu.plus(CpuTime.of(each));
            } catch (NoSuchFileException _) {
                // The process has ended in the meantime.
            }
        }
        return cpu;
    }

    private List<Long> started() {
        return ProcessHandle.of(pid).stream()
                .flatMap(ProcessHandle::descendants)
                .map(ProcessHandle::pid)
                .toList();
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
