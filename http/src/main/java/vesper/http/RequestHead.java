package vesper.http;

/**
 * The head of a request, parsed and valid.
 *
 * @param path see {@link Request#path}
 * @param query see {@link Request#query}
 * @param contentLength bytes of content that follow, 0 for none; not meaningful if chunked
 * @param chunked whether chunked content follows
 * @param keepsAlive whether the client wants a persistent connection
 * @param expectsContinue whether the client waits for 100 Continue before it sends content
 * @param end end of the head in the parsed bytes
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
