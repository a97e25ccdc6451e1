package vesper.http.client;

import vesper.http.Headers;
import vesper.http.HttpVersion;

/**
 * The head of an answer, understood and found valid.
 *
 * @param contentLength as declared, -1 where nothing is
 * @param keepsAlive whether the server lets the connection go on
 */
record ResponseHead(
        int status, HttpVersion version, Headers headers, long contentLength, boolean chunked, boolean keepsAlive) {
    private static final int FIRST_FINAL = 200;

    /** Whether the real answer is still to come (RFC 9110, section 15.2). */
    boolean isInterim() {
        return status < FIRST_FINAL;
    }
}
