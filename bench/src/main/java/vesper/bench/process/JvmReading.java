package vesper.bench.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToLongFunction;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the {@code jcmd} of the JDK tells of another JVM of this user, after a full collection. Names of threads are
 * without their digits, so that threads of a kind count as one.
 *
 * @param liveBytes in use on the heap
 * @param allocatedBytes by threads since they began; what a virtual thread allocates is its carrier's. Told in units of
 *     1 MiB from 10 MiB on, and of 1 GiB from 10 GiB on
 * @param cpuMicros that threads have used, those of the JVM itself included
 */
public record JvmReading(long liveBytes, Map<String, Long> allocatedBytes, Map<String, Long> cpuMicros) {
    private static final double MICROS_PER_MILLI = 1000;
    private static final Pattern GENERATION = Pattern.compile("\\btotal .*\\bused (\\d+)K");
    private static final Pattern THREAD =
            Pattern.compile("(?m)^\"(.*)\" .*\\bcpu=([0-9.]+)ms.*? elapsed=\\S+(?: allocated=(\\d+)([BKMG]))?");

    public JvmReading {
        allocatedBytes = Map.copyOf(allocatedBytes);
        cpuMicros = Map.copyOf(cpuMicros);
    }

    /**
     * Collects all garbage of the JVM, then looks.
     *
     * @param scratch an existing folder
     * @throws IOException where there is no jcmd, or the process is no JVM that answers it
     */
    public static JvmReading of(long pid, Path scratch) throws IOException, InterruptedException {
        return parse(Jcmd.ask(pid, scratch, "GC.run", "GC.heap_info", "Thread.print -e"));
    }

    /** What its threads have allocated since they began, without a collection and without looking at the heap. */
    static long allocatedBytes(String threads) {
        return byThread(threads, JvmReading::allocated).values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    static JvmReading parse(String text) throws IOException {
        long liveKibibytes = GENERATION
                .matcher(text)
                .results()
                .mapToLong(line -> Long.parseLong(line.group(1)))
                .sum();
        if (liveKibibytes == 0) {
            throw new IOException(
                    "jcmd says nothing of the heap: " + text.lines().findFirst().orElse(""));
        }
        return new JvmReading(
                liveKibibytes * 1024,
                byThread(text, JvmReading::allocated),
                byThread(text, line -> Math.round(Double.parseDouble(line.group(2)) * MICROS_PER_MILLI)));
    }

    private static Map<String, Long> byThread(String text, ToLongFunction<MatchResult> figure) {
        Map<String, Long> figures = new HashMap<>();
        Matcher matcher = THREAD.matcher(text);
        while (matcher.find()) {
            String kind = matcher.group(1).replaceAll("[0-9]+", "");
            figures.merge(kind, figure.applyAsLong(matcher.toMatchResult()), Long::sum);
        }
        return figures;
    }

    /** Threads of the JVM itself allocate nothing on the heap, and nothing is said of it. */
    private static long allocated(MatchResult line) {
        if (line.group(3) == null) return 0;
        long number = Long.parseLong(line.group(3));
        return switch (line.group(4)) {
            case "K" -> number << 10;
            case "M" -> number << 20;
            case "G" -> number << 30;
            default -> number;
        };
    }
}
