package vesper.testing.suite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** CPU time of processes, read from {@code /proc} (proc_pid_stat(5)); 0 on systems without it. */
final class ProcessCpu {

    /** Linux reports CPU time to user space in hundredths of a second. */
    private static final int MILLIS_PER_TICK = 10;

    private static final int USER = 11;
    private static final int CHILDREN_SYSTEM = 14;

    private ProcessCpu() {}

    static long ofThisAndReapedChildrenMillis() {
        return ofProcessAndReapedChildrenMillis(ProcessHandle.current().pid());
    }

    /** Returns 0 for a process that has ended. */
    static long ofProcessAndReapedChildrenMillis(long pid) {
        String stat;
        try {
            stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
        } catch (IOException e) {
            return 0;
        }
        // The second field is the command in parentheses, which may itself hold blanks and parentheses.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        long ticks = 0;
        for (int field = USER; field <= CHILDREN_SYSTEM; field++) ticks += Long.parseLong(fields[field]);
        return ticks * MILLIS_PER_TICK;
    }
}
