package vesper.bench.overhead;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Predicate;
import vesper.bench.process.JvmReading;

/**
 * The effect of a sustained run on the server's JVM, measured until all records were sealed.
 *
 * @param requests number of requests in the run
 * @param allocatedBytes bytes allocated by all threads; empty if a thread has ended, or if jcmd's units are too coarse
 *     for so small a number
 * @param servingBytes bytes allocated by threads that serve requests; empty in the same cases
 * @param allocatedByKind bytes allocated by kind of thread, for kinds of which it is known
 * @param cpuMicros CPU time by kind of thread, without threads that have ended
 * @param liveGrowthBytes growth of the heap in use, after a full collection before and after the run
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

    /** Returns whether threads are event loops or others named after HTTP, but not those that seal records. */
    private static boolean isServing(String kind) {
        return kind.startsWith(SERVING);
    }

    /** Returns NaN if unknown. */
    double allocatedPerRequest() {
        return allocatedBytes.isPresent() ? perRequest(allocatedBytes.getAsLong()) : Double.NaN;
    }

    /** Returns NaN if unknown. */
    double allocatedServingPerRequest() {
        return servingBytes.isPresent() ? perRequest(servingBytes.getAsLong()) : Double.NaN;
    }

    /** Returns 0 if there are no threads of that kind. */
    double cpuPerRequest(String threads) {
        return perRequest(cpuMicros.getOrDefault(threads, 0L));
    }

    /** @param figure total of the whole run */
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
