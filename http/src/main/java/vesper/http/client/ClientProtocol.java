package vesper.http.client;

/** The HTTP versions that a client speaks. */
public enum ClientProtocol {
    /** HTTP/2 with https servers that choose it in the TLS handshake, HTTP/1.1 with all others. */
    AUTOMATIC,
    /** HTTP/1.1 only. */
    HTTP1,
    /** HTTP/2 only, also with plain http servers, which must be known to speak it (RFC 9113, section 3.3). */
    HTTP2
}
