package vesper.records.watching;

import java.util.HexFormat;
import java.util.random.RandomGenerator;

/**
 * The traces of what this server calls by itself. Their ids share an upper half, so that a request which such a call
 * leads to, here and through services that carry their trace on, is known when its record comes by: telling of it too
 * would go on without end. Whoever was not called by this server cannot know that half.
 *
 * @param high not 0
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

    /** The value of {@code traceparent} for another call (W3C Trace Context). */
    String next(RandomGenerator random) {
        HexFormat hex = HexFormat.of();
        String trace = hex.toHexDigits(high) + hex.toHexDigits(random.nextLong());
        return "00-" + trace + "-" + hex.toHexDigits(random.nextLong(1, Long.MAX_VALUE)) + "-01";
    }
}
