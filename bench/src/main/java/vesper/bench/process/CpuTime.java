package vesper.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * CPU time of all threads of a process, ended threads included.
 *
 * @param totalMicros precise to the microsecond for a running process, in ticks of 10 ms for ended ones
 * @param userMicros in ticks, so that a difference over less than a second means little; user and system time together
 *     may be up to two ticks below the total
 * @param systemMicros in ticks, too
 */
public record CpuTime(long totalMicros, long userMicros, long systemMicros) {
    /** USER_HZ is always 100 on Linux, independent of the kernel's own clock rate. */
    private static final long MICROS_PER_TICK = 10_000;

    /**
     * Index among the fields after the command's name: state is the first, utime the 12th, stime the 13th, and those of
     * children follow (proc(5)).
     */
    private static final int UTIME = 11;

    private static final int STIME = 12;
    private static final int CHILDREN_UTIME = 13;
    private static final int CHILDREN_STIME = 14;

    /**
     * Reads the CPU time of a process.
     *
     * @throws java.nio.file.NoSuchFileException if there is no such process
     */
    public static CpuTime of(long pid) throws IOException {
        CpuTime inTicks = parse(Files.readString(Path.of("/proc", Long.toString(pid), "stat")));
        OptionalLong nanos = CpuClock.nanos(pid);
        return nanos.isEmpty() ? inTicks : inTicks.withTotal(nanos.getAsLong() / 1_000);
    }

    /**
     * Reads the CPU time of the children that have ended and that the process has waited for, and of their own such
     * children.
     */
    public static CpuTime ofEndedChildren(long pid) throws IOException {
        return parse(Files.readString(Path.of("/proc", Long.toString(pid), "stat")), CHILDREN_UTIME, CHILDREN_STIME);
    }

    static CpuTime parse(String stat) {
        return parse(stat, UTIME, STIME);
    }

    /**
     * Parses the text. The command's name is in parentheses and may itself contain blanks and parentheses, so the
     * fields start after the last closing one.
     */
    static CpuTime parse(String stat, int user, int system) {
        int endOfName = stat.lastIndexOf(')');
        if (endOfName < 0) throw new IllegalArgumentException("no command name in \"" + stat + "\"");
        List<String> fields = List.of(stat.substring(endOfName + 1).strip().split(" +"));
        if (fields.size() <= CHILDREN_STIME) throw new IllegalArgumentException("too few fields in \"" + stat + "\"");
        return ofParts(
                Long.parseLong(fields.get(user)) * MICROS_PER_TICK,
                Long.parseLong(fields.get(system)) * MICROS_PER_TICK);
    }

    public static CpuTime ofParts(long userMicros, long systemMicros) {
        return new CpuTime(userMicros + systemMicros, userMicros, systemMicros);
    }

    private CpuTime withTotal(long micros) {
        return new CpuTime(micros, userMicros, systemMicros);
    }

    public CpuTime plus(CpuTime other) {
        return new CpuTime(
                totalMicros + other.totalMicros, userMicros + other.userMicros, systemMicros + other.systemMicros);
    }

    public CpuTime minus(CpuTime earlier) {
        return new CpuTime(
                totalMicros - earlier.totalMicros,
                userMicros - earlier.userMicros,
                systemMicros - earlier.systemMicros);
    }
}
