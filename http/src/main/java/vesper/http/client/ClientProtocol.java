package vesper.http.client;

/** Which versions of HTTP a client speaks. */
public enum ClientProtocol {
    /** HTTP/2 with servers of https that choose it in the TLS handshake, HTTP/1.1 with all others. */
    AUTOMATIC,
    /** HTTP/1.1 alone. */
    HTTP1,
    /** HTTP/2 alone, with servers of plain http too, which are known to speak it (RFC 9113, section 3.3). */
    HTTP2
}
