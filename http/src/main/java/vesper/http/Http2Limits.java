package vesper.http;

import java.time.Duration;

/**
 * The limits that HTTP/2 adds to {@link HttpLimits}.
 *
 * @param streams requests of one connection at a time, including reset requests whose handlers still run; further ones
 *     are refused with REFUSED_STREAM, after which a client may retry
 * @param resets streams of one connection that may be reset within {@code resetWindow}, by the client or for its
 *     errors; one more ends the connection with ENHANCE_YOUR_CALM
 */
public record Http2Limits(int streams, int resets, Duration resetWindow) {
    public static final int MOST_STREAMS = 10_000;

    public static final Http2Limits DEFAULTS = new Http2Limits(100, 200, Duration.ofSeconds(30));

    public Http2Limits {
        if (streams < 1 || streams > MOST_STREAMS)
            throw new IllegalArgumentException("streams of " + streams + " is not from 1 to " + MOST_STREAMS);
        if (resets < 1) throw new IllegalArgumentException("resets of " + resets + " is below 1");
        if (!resetWindow.isPositive() || resetWindow.compareTo(HttpLimits.LONGEST_TIME) > 0)
            throw new IllegalArgumentException("resetWindow of " + resetWindow + " is not from 0 to a day");
    }
}
