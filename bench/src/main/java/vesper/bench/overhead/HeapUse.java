package vesper.bench.overhead;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Predicate;
import vesper.bench.process.JvmReading;

/**
 * What a sustained run did to the server's JVM, until everything was sealed.
 *
 * @param requests in the run
 * @param allocatedBytes by all threads, {@code servingBytes} by those that serve; empty where one has ended meanwhile, or
 *     jcmd's units are too coarse for so little
 * @param allocatedByKind of threads, for those kinds of which it is known
 * @param cpuMicros by kinds of threads; what ended meanwhile is not in it
 * @param liveGrowthBytes what was in use after a full collection, compared with the same before the run
 */
record HeapUse(
        long requests,
        OptionalLong allocatedBytes,
        OptionalLong servingBytes,
        Map<String, Long> allocatedByKind,
        Map<String, Long> cpuMicros,
        long liveGrowthBytes) {
    private static final double BYTES_PER_MEBIBYTE = 1024.0 * 1024;

    private static final String SERVING = "http";

    HeapUse {
        allocatedByKind = Map.copyOf(allocatedByKind);
        cpuMicros = Map.copyOf(cpuMicros);
    }

    static HeapUse between(JvmReading before, JvmReading after, long requests) {
        return new HeapUse(
                requests,
                after.allocated().since(before.allocated()),
                allocated(before, after, HeapUse::isServing),
                allocatedByKind(before, after),
                difference(after.cpuMicros(), before.cpuMicros()),
                after.liveBytes() - before.liveBytes());
    }

    private static OptionalLong allocated(JvmReading before, JvmReading after, Predicate<String> kinds) {
        return after.allocated().of(kinds).since(before.allocated().of(kinds));
    }

    private static Map<String, Long> allocatedByKind(JvmReading before, JvmReading after) {
        Map<String, Long> known = new HashMap<>();
        for (String kind : after.allocated().kinds())
            allocated(before, after, kind::equals).ifPresent(bytes -> known.put(kind, bytes));
        return known;
    }

    /** Event loops, and what else is named after HTTP: not what seals records. */
    private static boolean isServing(String kind) {
        return kind.startsWith(SERVING);
    }

    /** NaN where it is not known. */
    double allocatedPerRequest() {
        return allocatedBytes.isPresent() ? perRequest(allocatedBytes.getAsLong()) : Double.NaN;
    }

    /** NaN where it is not known. */
    double allocatedServingPerRequest() {
        return servingBytes.isPresent() ? perRequest(servingBytes.getAsLong()) : Double.NaN;
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
