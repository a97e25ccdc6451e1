package vesper.bench.process;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * CPU time and allocation of one thread of a JVM since it started, as {@code jcmd PID Thread.print -e} reports them.
 *
 * @param id never reused within the JVM; empty for threads of the JVM itself, which allocate nothing on the heap
 * @param allocatedBytes cut to whole {@code unit}s; allocations of a virtual thread count for its carrier
 * @param unit in bytes: 1 KiB from 10 KiB on, 1 MiB from 10 MiB on, and 1 GiB from 10 GiB on
 */
record ThreadUse(String name, OptionalLong id, long cpuMicros, long allocatedBytes, long unit) {
    private static final double MICROS_PER_MILLI = 1000;
    private static final Pattern THREAD = Pattern.compile(
            "(?m)^\"(.*)\" (?:#(\\d+) )?.*\\bcpu=([0-9.]+)ms.*? elapsed=\\S+(?: allocated=(\\d+)([BKMG]))?");

    static List<ThreadUse> in(String text) {
        List<ThreadUse> threads = new ArrayList<>();
        Matcher line = THREAD.matcher(text);
        while (line.find()) threads.add(of(line));
        return threads;
    }

    private static ThreadUse of(Matcher line) {
        String id = line.group(2);
        String allocated = line.group(4);
        long unit = allocated == null ? 1 : unit(line.group(5));
        return new ThreadUse(
                line.group(1),
                id == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(id)),
                Math.round(Double.parseDouble(line.group(3)) * MICROS_PER_MILLI),
                allocated == null ? 0 : Long.parseLong(allocated) * unit,
                unit);
    }

    private static long unit(String letter) {
        return switch (letter) {
            case "K" -> 1L << 10;
            case "M" -> 1L << 20;
            case "G" -> 1L << 30;
            default -> 1;
        };
    }

    /** Returns the name without digits, so that threads of one kind share a name. */
    String kind() {
        return name.replaceAll("[0-9]+", "");
    }
}
