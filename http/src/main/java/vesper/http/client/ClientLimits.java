package vesper.http.client;

/**
 * All limits of a client except times.
 *
 * @param connections most connections to one origin (scheme, host and port), in addition to as many that are finishing
 *     their last calls
 * @param streams most concurrent calls on one HTTP/2 connection, unless the server allows fewer
 * @param waiting most calls that wait for a connection; further ones are refused with {@link TooManyWaitingException}
 * @param headBytes largest response head, and largest trailer section
 * @param headerLines most field lines of either
 * @param bodyBytes largest response body read as a whole, after decompression; streams and files have no limit
 * @param inflationRatio largest factor by which a compressed response may grow
 */
public record ClientLimits(
        int connections, int streams, int waiting, int headBytes, int headerLines, long bodyBytes, int inflationRatio) {
    public static final ClientLimits DEFAULTS = new ClientLimits(64, 100, 1000, 32 << 10, 100, 10 << 20, 100);

    public static final int MOST_CONNECTIONS = 10_000;
    public static final int MOST_STREAMS = 10_000;
    public static final int MOST_WAITING = 1_000_000;
    public static final int LARGEST_HEAD = 1 << 20;
    public static final int MOST_HEADER_LINES = 10_000;
    /** A whole body is one array. */
    public static final long LARGEST_BODY = (2L << 30) - (64 << 10);

    public static final int LARGEST_RATIO = 10_000;

    public ClientLimits {
        check("connections", connections, 1, MOST_CONNECTIONS);
        check("streams", streams, 1, MOST_STREAMS);
        check("waiting", waiting, 0, MOST_WAITING);
        check("headBytes", headBytes, 1, LARGEST_HEAD);
        check("headerLines", headerLines, 1, MOST_HEADER_LINES);
        check("bodyBytes", bodyBytes, 1, LARGEST_BODY);
        check("inflationRatio", inflationRatio, 1, LARGEST_RATIO);
    }

    private static void check(String name, long value, long least, long most) {
        if (value < least || value > most)
            throw new IllegalArgumentException(name + " of " + value + " is not from " + least + " to " + most);
    }

    public ClientLimits withConnections(int other) {
        return new ClientLimits(other, streams, waiting, headBytes, headerLines, bodyBytes, inflationRatio);
    }

    public ClientLimits withStreams(int other) {
        return new ClientLimits(connections, other, waiting, headBytes, headerLines, bodyBytes, inflationRatio);
    }

    public ClientLimits withWaiting(int other) {
        return new ClientLimits(connections, streams, other, headBytes, headerLines, bodyBytes, inflationRatio);
    }

    public ClientLimits withHeadBytes(int other) {
        return new ClientLimits(connections, streams, waiting, other, headerLines, bodyBytes, inflationRatio);
    }

    public ClientLimits withBodyBytes(long other) {
        return new ClientLimits(connections, streams, waiting, headBytes, headerLines, other, inflationRatio);
    }
}
