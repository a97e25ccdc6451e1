package vesper.http;

import java.util.Optional;

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
    CONNECT;

    /** The method of this exact name; methods are case-sensitive (RFC 9110, section 9.1). */
    public static Optional<Method> named(String name) {
        for (Method method : values()) if (method.name().equals(name)) return Optional.of(method);
        return Optional.empty();
    }
}
