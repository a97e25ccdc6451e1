package vesper.bench.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * CPU time that a process has used, all threads together, ended ones too.
 *
 * @param totalMicros to the microsecond, of a process that runs; of ended ones in ticks of 10 ms
 * @param userMicros in ticks, so that a difference over less than a second means little; with the system's less than the
 *     total by up to two of them
 * @param systemMicros likewise
 */
public record CpuTime(long totalMicros, long userMicros, long systemMicros) {
    /** USER_HZ, which Linux keeps at 100 whatever the kernel's own clock is. */
    private static final long MICROS_PER_TICK = 10_000;

    /** Fields counted after the command's name: state is the first, utime the 12th, stime the 13th, and those of children follow (proc(5)). */
    private static final int UTIME = 11;

    private static final int STIME = 12;
    private static final int CHILDREN_UTIME = 13;
    private static final int CHILDREN_STIME = 14;

    /** Throws {@link java.nio.file.NoSuchFileException} when there is no such process. */
    public static CpuTime of(long pid) throws IOException {
        CpuTime inTicks = parse(Files.readString(Path.of("/proc", Long.toString(pid), "stat")));
        OptionalLong nanos = CpuClock.nanos(pid);
        return nanos.isEmpty() ? inTicks : inTicks.withTotal(nanos.getAsLong() / 1_000);
    }

    /** Of the processes that this one had started and has waited for since they ended, and of those that they had waited for. */
    public static CpuTime ofEndedChildren(long pid) throws IOException {
        return parse(Files.readString(Path.of("/proc", Long.toString(pid), "stat")), CHILDREN_UTIME, CHILDREN_STIME);
    }

    static CpuTime parse(String stat) {
        return parse(stat, UTIME, STIME);
    }

    /** The command's name stands in parentheses and may itself hold blanks and parentheses, so the last one counts. */
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
