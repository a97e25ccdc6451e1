package vesper.http.client;

import vesper.http.Headers;
import vesper.http.HttpVersion;

/**
 * The head of a response, parsed and valid.
 *
 * @param contentLength as declared, or -1
 * @param keepsAlive whether the server keeps the connection open
 */
record ResponseHead(
        int status, HttpVersion version, Headers headers, long contentLength, boolean chunked, boolean keepsAlive) {
    private static final int FIRST_FINAL = 200;

    /** Returns whether the final response is still to come (RFC 9110, section 15.2). */
    boolean isInterim() {
        return status < FIRST_FINAL;
    }
}
