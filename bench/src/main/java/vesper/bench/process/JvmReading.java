package vesper.bench.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What the {@code jcmd} of the JDK tells of another JVM of this user, after a full collection. Names of threads are
 * without their digits, so that threads of a kind count as one.
 *
 * @param liveBytes in use on the heap
 * @param allocated by threads since they began; what a virtual thread allocates is its carrier's
 * @param cpuMicros that threads have used, those of the JVM itself included
 */
public record JvmReading(long liveBytes, AllocatedBytes allocated, Map<String, Long> cpuMicros) {
    private static final Pattern GENERATION = Pattern.compile("\\btotal .*\\bused (\\d+)K");

    public JvmReading {
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
        List<ThreadUse> threads = ThreadUse.in(text);
        return new JvmReading(
                liveKibibytes * 1024,
                AllocatedBytes.of(threads),
                threads.stream()
                        .collect(Collectors.groupingBy(ThreadUse::kind, Collectors.summingLong(ThreadUse::cpuMicros))));
    }
}
