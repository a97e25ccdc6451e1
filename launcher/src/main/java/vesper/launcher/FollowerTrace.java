package vesper.launcher;

import java.util.HexFormat;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * A client that polls for new records. Its own requests are exchanges too, which a rule may record. A query excludes
 * them by the user agent, which all followers share. If a rule masks that field, a trace ID of this follower's own
 * excludes them.
 */
final class FollowerTrace {
    private static final String NAME = "vesper-records-follow";
    private static final int TRACE_BYTES = 16;

    private final String trace;

    FollowerTrace(RandomGenerator random) {
        byte[] id = new byte[TRACE_BYTES];
        random.nextBytes(id);
        // A trace ID of all zeros is invalid.
        id[0] |= 1;
        trace = HexFormat.of().formatHex(id);
    }

    /** Returns the header fields of the follower's requests. */
    Map<String, String> fields() {
        return Map.of("User-Agent", NAME, "traceparent", "00-" + trace + "-" + trace.substring(TRACE_BYTES) + "-01");
    }

    /** Adds a clause to the query that excludes the requests of followers. */
    String others(String query) {
        String own = "NOT (path:/admin/* AND (trace:" + trace + " OR agent:\"" + NAME + "\"))";
        return query.isBlank() ? "* AND " + own : "(" + query + ") AND " + own;
    }
}
