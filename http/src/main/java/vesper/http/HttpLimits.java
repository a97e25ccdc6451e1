package vesper.http;

import java.time.Duration;

/**
 * Every bound that a client can run into, and with it the status of the refusal.
 *
 * @param requestLineBytes longest request line, else 414
 * @param headerBytes largest header section, else 431
 * @param headerLines most field lines, else 431
 * @param bodyBytes largest request body, else 413
 * @param headerTimeout from the first byte of a request to the end of its head, else 408
 * @param bodyBytesPerSecond slowest body, else 408
 * @param bodyGrace how long a body may be slower than that at its beginning
 * @param idleTimeout without a byte between requests, or without progress of a reader; the connection is closed
 * @param linger how long a client may still send after we closed our side, so that it gets to read the last answer
 * @param connections open at once; one more is answered 503 and closed
 * @param pipelined requests of one connection answered in one turn, before other connections have theirs
 */
public record HttpLimits(
        int requestLineBytes,
        int headerBytes,
        int headerLines,
        long bodyBytes,
        Duration headerTimeout,
        long bodyBytesPerSecond,
        Duration bodyGrace,
        Duration idleTimeout,
        Duration linger,
        int connections,
        int pipelined) {

    /** Together with the largest header section this must fit into what a connection may have waiting. */
    public static final int LARGEST_REQUEST_LINE = 15 << 10;

    public static final int LARGEST_HEADERS = 48 << 10;
    public static final int MOST_HEADER_LINES = 10_000;

    public HttpLimits {
        if (requestLineBytes < 1 || requestLineBytes > LARGEST_REQUEST_LINE) {
            throw new IllegalArgumentException("request line of " + requestLineBytes + " bytes");
        }
        if (headerBytes < 1 || headerBytes > LARGEST_HEADERS) {
            throw new IllegalArgumentException("header section of " + headerBytes + " bytes");
        }
        if (headerLines < 1 || headerLines > MOST_HEADER_LINES) {
            throw new IllegalArgumentException(headerLines + " header lines");
        }
    }

    /** What a server has where nothing else is said. */
    public static final HttpLimits DEFAULTS = new HttpLimits(
            8 << 10,
            32 << 10,
            100,
            10 << 20,
            Duration.ofSeconds(10),
            1 << 10,
            Duration.ofSeconds(5),
            Duration.ofSeconds(60),
            Duration.ofSeconds(5),
            20_000,
            64);
}
