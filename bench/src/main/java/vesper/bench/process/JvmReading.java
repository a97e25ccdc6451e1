package vesper.bench.process;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Memory and CPU use of another JVM of this user after a full collection, read by {@code jcmd}. Threads are grouped by
 * kind, that is by name without digits.
 *
 * @param liveBytes bytes in use on the heap
 * @param allocated bytes allocated by threads since they started; those of a virtual thread count for its carrier
 * @param cpuMicros CPU time of each kind of thread, those of the JVM itself included
 */
public record JvmReading(long liveBytes, AllocatedBytes allocated, Map<String, Long> cpuMicros) {
    private static final Pattern GENERATION = Pattern.compile("\\btotal .*\\bused (\\d+)K");

    public JvmReading {
        cpuMicros = Map.copyOf(cpuMicros);
    }

    /**
     * Runs a full collection in the JVM, then reads it.
     *
     * @param scratch an existing folder
     * @throws IOException if there is no jcmd, or the process is not a JVM that answers it
     */
    public static JvmReading of(long pid, Path scratch) throws IOException, InterruptedException {
        return parse(Jcmd.run(pid, scratch, "GC.run", "GC.heap_info", "Thread.print -e"));
    }

    static JvmReading parse(String text) throws IOException {
        long liveKibibytes = GENERATION
                .matcher(text)
                .results()
                .mapToLong(line -> Long.parseLong(line.group(1)))
                .sum();
        if (liveKibibytes == 0) {
            throw new IOException("no heap information in the output of jcmd: "
                    + text.lines().findFirst().orElse(""));
        }
        List<ThreadUse> threads = ThreadUse.in(text);
        return new JvmReading(
                liveKibibytes * 1024,
                AllocatedBytes.of(threads),
                threads.stream()
                        .collect(Collectors.groupingBy(ThreadUse::kind, Collectors.summingLong(ThreadUse::cpuMicros))));
    }
}
