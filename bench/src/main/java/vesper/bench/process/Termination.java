package vesper.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Ends processes that the bench has started, all at the same time. Each gets SIGTERM. After one shared timeout, those
 * still running and all their descendants get SIGKILL, since nothing else would end them. Thus any number of hung
 * processes ends well before the timeout of the {@code StopSignal}.
 */
public final class Termination {
    /** Well below the timeout of a {@code StopSignal}, which must also leave time to write the results. */
    private static final Duration TERM_TIMEOUT = Duration.ofSeconds(10);

    /** Time for the kernel to end a killed process: immediate, unless the process waits for a disk. */
    private static final Duration KILL_TIMEOUT = Duration.ofSeconds(3);

    /** The state in {@code /proc/PID/stat} (proc(5)). */
    private static final String ZOMBIE = "Z";

    private static final Duration POLL_INTERVAL = Duration.ofMillis(10);

    private Termination() {}

    /**
     * Returns when all have ended. If the thread is interrupted, kills them at once and keeps the interrupt flag set.
     */
    public static void terminate(Collection<Process> processes) {
        terminate(processes, TERM_TIMEOUT);
    }

    static void terminate(Collection<Process> processes, Duration timeout) {
        List<ProcessHandle> own = processes.stream().map(Process::toHandle).toList();
        // Collected before any signal is sent: once a process has ended, its children can no longer be found.
        List<ProcessHandle> started = descendantsOf(own);
        // Through their handles, which leave open the streams with output that is still to be read.
        own.forEach(ProcessHandle::destroy);
        await(own, List.of(), timeout);
        started.addAll(descendantsOf(own));
        kill(own, started);
    }

    /** Kills a process without SIGTERM, for one that has not done anything yet that needs cleaning up. */
    public static void kill(Process process) {
        List<ProcessHandle> own = List.of(process.toHandle());
        kill(own, descendantsOf(own));
    }

    private static List<ProcessHandle> descendantsOf(List<ProcessHandle> processes) {
        List<ProcessHandle> started = new ArrayList<>();
        for (ProcessHandle process : processes) process.descendants().forEach(started::add);
        return started;
    }

    private static void kill(List<ProcessHandle> own, List<ProcessHandle> started) {
        own.forEach(ProcessHandle::destroyForcibly);
        started.forEach(ProcessHandle::destroyForcibly);
        boolean wasInterrupted = Thread.interrupted();
        // Waits, so that no caller finds a process that was reported as ended.
        await(own, started, KILL_TIMEOUT);
        if (wasInterrupted) Thread.currentThread().interrupt();
    }

    /** @param started descendants, which are not our children, so that the JVM is not notified of their end */
    private static void await(List<ProcessHandle> own, List<ProcessHandle> started, Duration timeout) {
        long startedAt = System.nanoTime();
        try {
            while (own.stream().anyMatch(ProcessHandle::isAlive)
                    || started.stream().anyMatch(Termination::isRunning)) {
                if (System.nanoTime() - startedAt >= timeout.toNanos()) return;
                Thread.sleep(POLL_INTERVAL);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Returns whether the process still runs. Its handle calls it alive even as a zombie, which its parent has not
     * waited for yet.
     */
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
