package vesper.http;

import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/** The request methods of RFC 9110, section 9, and PATCH of RFC 5789. Any other gets a 501. */
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

    private static final Method[] ALL = values();

    /** Returns the method of this name, which is case-sensitive; null if unknown. */
    static @Nullable Method named(AsciiString name) {
        for (Method method : ALL) if (name.contentEquals(method.name())) return method;
        return null;
    }
}
