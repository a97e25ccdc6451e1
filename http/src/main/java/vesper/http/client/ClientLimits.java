package vesper.http.client;

/**
 * Every bound of a client that is no time.
 *
 * @param connections most connections to one origin (scheme, host and port), beside as many that end their last calls
 * @param streams most calls at once over one connection of HTTP/2, where the server does not allow less
 * @param waiting most calls that wait for one of them; one more is refused with {@link TooManyWaitingException}
 * @param headBytes largest head of an answer, and largest trailer section
 * @param headerLines most field lines of either
 * @param bodyBytes largest body of an answer that is taken whole, after decompression; streams and files have none
 * @param inflationRatio a compressed answer may grow by this factor at most
 */
public record ClientLimits(
        int connections, int streams, int waiting, int headBytes, int headerLines, long bodyBytes, int inflationRatio) {
    /** What a client has where nothing else is said. */
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
