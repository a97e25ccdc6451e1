package vesper.bench.overhead;

import java.util.HashMap;
import java.util.Map;
import vesper.bench.process.JvmReading;

/**
 * What a sustained run did to the server's JVM, until everything was sealed. Threads that ended meanwhile are not in it.
 *
 * @param requests in the run
 * @param allocatedBytes by kinds of threads
 * @param cpuMicros by kinds of threads
 * @param liveGrowthBytes what was in use after a full collection, compared with the same before the run
 */
record HeapUse(long requests, Map<String, Long> allocatedBytes, Map<String, Long> cpuMicros, long liveGrowthBytes) {
    private static final double BYTES_PER_MEBIBYTE = 1024.0 * 1024;

    private static final String SERVING = "http";

    HeapUse {
        allocatedBytes = Map.copyOf(allocatedBytes);
        cpuMicros = Map.copyOf(cpuMicros);
    }

    static HeapUse between(JvmReading before, JvmReading after, long requests) {
        return new HeapUse(
                requests,
                difference(after.allocatedBytes(), before.allocatedBytes()),
                difference(after.cpuMicros(), before.cpuMicros()),
                after.liveBytes() - before.liveBytes());
    }

    double allocatedPerRequest() {
        return perRequest(
                allocatedBytes.values().stream().mapToLong(Long::longValue).sum());
    }

    /** By event loops, and what else is named after HTTP: without what is allocated where records are sealed. */
    double allocatedServingPerRequest() {
        return perRequest(allocatedBytes.entrySet().stream()
                .filter(kind -> kind.getKey().startsWith(SERVING))
                .mapToLong(Map.Entry::getValue)
                .sum());
    }

    /** 0 for a kind of threads that is not there. */
    double cpuPerRequest(String threads) {
        return perRequest(cpuMicros.getOrDefault(threads, 0L));
    }

    /** @param figure of the whole run */
    double perRequest(long figure) {
        return requests == 0 ? Double.NaN : (double) figure / requests;
    }

    double liveGrowthMebibytes() {
        return liveGrowthBytes / BYTES_PER_MEBIBYTE;
    }

    private static Map<String, Long> difference(Map<String, Long> after, Map<String, Long> before) {
        Map<String, Long> difference = new HashMap<>();
        after.forEach((kind, figure) -> difference.put(kind, Math.max(0, figure - before.getOrDefault(kind, 0L))));
        return difference;
    }
}
