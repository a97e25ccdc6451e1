package vesper.http;

/** The request methods of RFC 9110, section 9, and PATCH of RFC 5789. Any other is answered with 501. */
public enum Method {
    GET,
    HEAD,
    POST,
    PUT,
    PATCH,
    DELETE,
    OPTIONS,
    TRACE,
    CONNECT
}
