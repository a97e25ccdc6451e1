package vesper.http;

import java.time.Duration;

/**
 * All limits that a client can run into, each with the status of its refusal. Every value is positive and at most the
 * constant given here. Times are from {@link #SHORTEST_TIME} to {@link #LONGEST_TIME}; as nanoseconds they fit a
 * {@code long}, with room for a sum.
 *
 * @param requestLineBytes longest request line, else 414
 * @param headerBytes largest header section, else 431
 * @param headerLines most field lines, else 431
 * @param bodyBytes largest request body, else 413
 * @param heldBodyBytes all bodies together that are held as a whole at one time, else 503; a server uses at most
 *     {@link #HELD_BODIES} of its heap
 * @param heldAnswerBytes all large responses together that wait for clients to read them, else 503 in place of another;
 *     a server uses at most {@link #HELD_ANSWERS} of its heap
 * @param headerTimeout from the first byte of a request to the end of its head, else 408
 * @param bodyBytesPerSecond slowest body, else 408
 * @param bodyGrace how long a body may be slower than that at its start
 * @param idleTimeout time without a byte between requests, or without progress of a reading client, after which the
 *     connection is closed
 * @param linger how long a client may still send after we have closed our side, so that it can read the last response
 * @param connections most open connections; further ones are answered 503 and closed
 * @param pipelined requests of one connection answered in one go, before other connections proceed
 */
public record HttpLimits(
        int requestLineBytes,
        int headerBytes,
        int headerLines,
        long bodyBytes,
        long heldBodyBytes,
        long heldAnswerBytes,
        Duration headerTimeout,
        long bodyBytesPerSecond,
        Duration bodyGrace,
        Duration idleTimeout,
        Duration linger,
        int connections,
        int pipelined) {

    /** Must fit, together with the largest header section, into the bytes that a connection may buffer. */
    public static final int LARGEST_REQUEST_LINE = 15 << 10;

    public static final int LARGEST_HEADERS = 48 << 10;
    public static final int MOST_HEADER_LINES = 10_000;
    /** A body read as a whole is one array. This is also the largest {@code bodyBytesPerSecond}. */
    public static final long LARGEST_BODY = (2L << 30) - (64 << 10);

    /** No client on a network is fast enough for less. */
    public static final Duration SHORTEST_TIME = Duration.ofMillis(10);

    public static final Duration LONGEST_TIME = Duration.ofDays(1);

    /** Share for bodies held as a whole: the objects made of them take many times their size. */
    public static final HeapShare HELD_BODIES = new HeapShare(4);

    /** Share for large responses that wait for clients to read them. */
    public static final HeapShare HELD_ANSWERS = new HeapShare(2);

    public HttpLimits {
        check("requestLineBytes", requestLineBytes, LARGEST_REQUEST_LINE);
        check("headerBytes", headerBytes, LARGEST_HEADERS);
        check("headerLines", headerLines, MOST_HEADER_LINES);
        check("bodyBytes", bodyBytes, LARGEST_BODY);
        check("heldBodyBytes", heldBodyBytes, Long.MAX_VALUE);
        check("heldAnswerBytes", heldAnswerBytes, Long.MAX_VALUE);
        check("headerTimeout", headerTimeout);
        check("bodyBytesPerSecond", bodyBytesPerSecond, LARGEST_BODY);
        check("bodyGrace", bodyGrace);
        check("idleTimeout", idleTimeout);
        check("linger", linger);
        check("connections", connections, Integer.MAX_VALUE);
        check("pipelined", pipelined, Integer.MAX_VALUE);
    }

    private static void check(String name, long value, long most) {
        if (value < 1 || value > most)
            throw new IllegalArgumentException(name + " of " + value + " is not from 1 to " + most);
    }

    private static void check(String name, Duration value) {
        if (value.compareTo(SHORTEST_TIME) < 0 || value.compareTo(LONGEST_TIME) > 0) {
            throw new IllegalArgumentException(
                    name + " of " + value + " is not from " + SHORTEST_TIME + " to " + LONGEST_TIME);
        }
    }

    public static final HttpLimits DEFAULTS = new HttpLimits(
            8 << 10,
            32 << 10,
            100,
            10 << 20,
            64 << 20,
            1 << 30,
            Duration.ofSeconds(10),
            1 << 10,
            Duration.ofSeconds(5),
            Duration.ofSeconds(60),
            Duration.ofSeconds(5),
            20_000,
            64);
}
