package vesper.launcher;

import java.util.HexFormat;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Who asks again and again. Its requests are exchanges, which a rule may record; they are told from others by a name,
 * which all followers have, and where a rule hides that, by a trace of its own.
 */
final class Follower {
    private static final String NAME = "vesper-records-follow";
    private static final int TRACE_BYTES = 16;

    private final String trace;

    Follower(RandomGenerator random) {
        byte[] id = new byte[TRACE_BYTES];
        random.nextBytes(id);
        // All zeros are no trace.
        id[0] |= 1;
        trace = HexFormat.of().formatHex(id);
    }

    /** What its requests have. */
    Map<String, String> fields() {
        return Map.of("User-Agent", NAME, "traceparent", "00-" + trace + "-" + trace.substring(TRACE_BYTES) + "-01");
    }

    /** The same query without requests of followers. */
    String others(String query) {
        String own = "NOT (path:/admin/* AND (trace:" + trace + " OR agent:\"" + NAME + "\"))";
        return query.isBlank() ? "* AND " + own : "(" + query + ") AND " + own;
    }
}
