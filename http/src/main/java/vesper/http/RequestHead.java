package vesper.http;

/**
 * A request's head, understood and found valid.
 *
 * @param path see {@link Request#path}
 * @param query see {@link Request#query}
 * @param contentLength bytes of content that follow, 0 for none; not meaningful where chunked
 * @param chunked whether chunked content follows
 * @param keepsAlive whether the client wants the connection to go on
 * @param expectsContinue whether the client waits for 100 before it sends content
 * @param end where in the parsed bytes the head ends
 */
record RequestHead(
        Method method,
        String path,
        String query,
        HttpVersion version,
        Headers headers,
        long contentLength,
        boolean chunked,
        boolean keepsAlive,
        boolean expectsContinue,
        int end)
        implements HeadParser.Parsed {

    boolean hasContent() {
        return chunked || contentLength > 0;
    }
}
