package vesper.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Map;

/** Reason phrases of the registered status codes (RFC 9110, section 15; RFC 6585; RFC 4918). */
public final class Status {
    private static final Map<Integer, String> REASONS = Map.ofEntries(
            Map.entry(100, "Continue"),
            Map.entry(200, "OK"),
            Map.entry(201, "Created"),
            Map.entry(202, "Accepted"),
            Map.entry(203, "Non-Authoritative Information"),
            Map.entry(204, "No Content"),
            Map.entry(205, "Reset Content"),
            Map.entry(206, "Partial Content"),
            Map.entry(207, "Multi-Status"),
            Map.entry(300, "Multiple Choices"),
            Map.entry(301, "Moved Permanently"),
            Map.entry(302, "Found"),
            Map.entry(303, "See Other"),
            Map.entry(304, "Not Modified"),
            Map.entry(307, "Temporary Redirect"),
            Map.entry(308, "Permanent Redirect"),
            Map.entry(400, "Bad Request"),
            Map.entry(401, "Unauthorized"),
            Map.entry(402, "Payment Required"),
            Map.entry(403, "Forbidden"),
            Map.entry(404, "Not Found"),
            Map.entry(405, "Method Not Allowed"),
            Map.entry(406, "Not Acceptable"),
            Map.entry(408, "Request Timeout"),
            Map.entry(409, "Conflict"),
            Map.entry(410, "Gone"),
            Map.entry(411, "Length Required"),
            Map.entry(412, "Precondition Failed"),
            Map.entry(413, "Content Too Large"),
            Map.entry(414, "URI Too Long"),
            Map.entry(415, "Unsupported Media Type"),
            Map.entry(416, "Range Not Satisfiable"),
            Map.entry(417, "Expectation Failed"),
            Map.entry(418, "I'm a teapot"),
            Map.entry(421, "Misdirected Request"),
            Map.entry(422, "Unprocessable Content"),
            Map.entry(423, "Locked"),
            Map.entry(426, "Upgrade Required"),
            Map.entry(428, "Precondition Required"),
            Map.entry(429, "Too Many Requests"),
            Map.entry(431, "Request Header Fields Too Large"),
            Map.entry(451, "Unavailable For Legal Reasons"),
            Map.entry(500, "Internal Server Error"),
            Map.entry(501, "Not Implemented"),
            Map.entry(502, "Bad Gateway"),
            Map.entry(503, "Service Unavailable"),
            Map.entry(504, "Gateway Timeout"),
            Map.entry(505, "HTTP Version Not Supported"),
            Map.entry(507, "Insufficient Storage"));

    /** The one status whose response must state that its content is empty (RFC 9110, section 15.3.6). */
    static final int RESET_CONTENT = 205;

    private static final int LARGEST = 599;
    private static final byte[][] LINES = new byte[LARGEST + 1][];

    static {
        for (int status = 100; status <= LARGEST; status++) {
            LINES[status] = ("HTTP/1.1 " + status + " " + reason(status) + "\r\n").getBytes(US_ASCII);
        }
    }

    private Status() {}

    /** Returns the phrase for a code, such as {@code Not Found}; empty if the code is not registered. */
    public static String reason(int status) {
        return REASONS.getOrDefault(status, "");
    }

    /**
     * Returns the status line as sent. The version is always ours, also to an HTTP/1.0 client (RFC 9110, section 2.5).
     */
    static byte[] line(int status) {
        return LINES[status];
    }

    /** Returns whether a response with this status never has content (RFC 9110, section 6.4.1). */
    static boolean forbidsContent(int status) {
        return status < 200 || status == 204 || status == 304;
    }

    /**
     * Returns whether content from a handler is dropped: the status forbids it, or requires it to be empty (RFC 9110,
     * section 15.3.6).
     */
    public static boolean dropsContent(int status) {
        return status == RESET_CONTENT || forbidsContent(status);
    }
}
