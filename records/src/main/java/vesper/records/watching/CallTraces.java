package vesper.records.watching;

import java.util.HexFormat;
import java.util.random.RandomGenerator;

/**
 * Trace ids for the calls that this server makes on its own: callbacks and webhooks. All of them share their upper 64
 * bits. A request caused by such a call carries these bits too, also through other services if they propagate the
 * trace. Its record is therefore recognized and not delivered again, which would create an endless loop. The bits are
 * random, so clients that this server did not call cannot know them.
 *
 * @param high the upper 64 bits; not 0
 */
record CallTraces(long high) {
    CallTraces {
        if (high == 0) throw new IllegalArgumentException("a trace's id of zeros");
    }

    static CallTraces random(RandomGenerator random) {
        return new CallTraces(random.nextLong(1, Long.MAX_VALUE));
    }

    boolean has(long traceHigh) {
        return traceHigh == high;
    }

    /** Returns a {@code traceparent} value for the next call (W3C Trace Context). */
    String next(RandomGenerator random) {
        HexFormat hex = HexFormat.of();
        String trace = hex.toHexDigits(high) + hex.toHexDigits(random.nextLong());
        return "00-" + trace + "-" + hex.toHexDigits(random.nextLong(1, Long.MAX_VALUE)) + "-01";
    }
}
