package vesper.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Ends processes that were started here, all at once: SIGTERM to each, and after one patience for all of them SIGKILL to those
 * that are still there and to whatever they have started, which nobody else would end. So however many hang, the patience
 * of who waits for the whole to end is not used up.
 */
public final class Ending {
    /** Well below that of a {@code StopSignal}, which has to see what was measured written too. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** The kernel ends what gets SIGKILL at once, unless that waits for a disk. */
    private static final Duration OF_THE_KERNEL = Duration.ofSeconds(3);

    /** As {@code /proc/PID/stat} calls it (proc(5)). */
    private static final String ZOMBIE = "Z";

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(10);

    private Ending() {}

    /** Returns when all are gone; an interrupt, which stays set, has them killed at once. */
    public static void of(Collection<Process> processes) {
        of(processes, PATIENCE);
    }

    static void of(Collection<Process> processes, Duration patience) {
        List<ProcessHandle> own = processes.stream().map(Process::toHandle).toList();
        // Asked before anything is sent: what a process has started is nobody's child once that is gone.
        List<ProcessHandle> started = started(own);
        // By their handles, which leave open what they still have to say.
        own.forEach(ProcessHandle::destroy);
        await(own, List.of(), patience);
        started.addAll(started(own));
        kill(own, started);
    }

    /** Without asking it first: what did not get as far as to do anything that needs an end. */
    public static void atOnce(Process process) {
        List<ProcessHandle> own = List.of(process.toHandle());
        kill(own, started(own));
    }

    private static List<ProcessHandle> started(List<ProcessHandle> processes) {
        List<ProcessHandle> started = new ArrayList<>();
        for (ProcessHandle process : processes) process.descendants().forEach(started::add);
        return started;
    }

    private static void kill(List<ProcessHandle> own, List<ProcessHandle> started) {
        own.forEach(ProcessHandle::destroyForcibly);
        started.forEach(ProcessHandle::destroyForcibly);
        boolean wasInterrupted = Thread.interrupted();
        // Nobody is to find a process that we said was gone.
        await(own, started, OF_THE_KERNEL);
        if (wasInterrupted) Thread.currentThread().interrupt();
    }

    /** @param started not by us, so that nobody tells us when they end */
    private static void await(List<ProcessHandle> own, List<ProcessHandle> started, Duration patience) {
        long began = System.nanoTime();
        try {
            while (own.stream().anyMatch(ProcessHandle::isAlive)
                    || started.stream().anyMatch(Ending::isRunning)) {
                if (System.nanoTime() - began >= patience.toNanos()) return;
                Thread.sleep(BETWEEN_LOOKS);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** What has ended and is not waited for yet by whoever has to is called alive by its handle, and does nothing any more. */
    private static boolean isRunning(ProcessHandle process) {
        if (!process.isAlive()) return false;
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
            return !stat.substring(stat.lastIndexOf(')') + 1).strip().startsWith(ZOMBIE);
        } catch (IOException _) {
            return false;
        }
    }
}
