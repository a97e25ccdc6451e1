package vesper.http;

import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * One request, already found valid: method, path and query of its target, header fields and body.
 *
 * <p>Its parts may be kept after the answer; only the body is gone then. Used by one thread at a time.
 */
public final class Request {
    private static final InetSocketAddress NOWHERE = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private final Method method;
    private final String path;
    private final String query;
    private final HttpVersion version;
    private final Headers headers;
    private volatile RequestBody body;
    private final InetSocketAddress remoteAddress;
    private volatile String route = "";

    Request(
            Method method,
            String path,
            String query,
            HttpVersion version,
            Headers headers,
            RequestBody body,
            InetSocketAddress remoteAddress) {
        this.method = method;
        this.path = path;
        this.query = query;
        this.version = version;
        this.headers = headers;
        this.body = body;
        this.remoteAddress = remoteAddress;
    }

    /**
     * A request that came over no wire, for tests and callers in the same process.
     *
     * @param target path and optional query, {@code /api/echo?echo=hi}
     */
    public static Request of(Method method, String target, Headers headers, byte[] body) {
        int mark = target.indexOf('?');
        String path = mark < 0 ? target : target.substring(0, mark);
        String query = mark < 0 ? "" : target.substring(mark + 1);
        return new Request(method, path, query, HttpVersion.HTTP_1_1, headers, RequestBody.of(body), NOWHERE);
    }

    public static Request of(Method method, String target) {
        return of(method, target, Headers.NONE, new byte[0]);
    }

    public Method method() {
        return method;
    }

    /**
     * The path, still percent-encoded, beginning with a slash and without dot segments; {@code *} for
     * {@code OPTIONS *}. Every percent sign in it is followed by two hex digits.
     */
    public String path() {
        return path;
    }

    /** What follows the question mark, still encoded; empty where there is none. */
    public String query() {
        return query;
    }

    public HttpVersion version() {
        return version;
    }

    public Headers headers() {
        return headers;
    }

    public RequestBody body() {
        return body;
    }

    /** The exchange is over: whoever keeps the request for longer does not keep its body. */
    void forgetBody() {
        body = WholeBody.EMPTY;
    }

    /** The peer of the connection. */
    public InetSocketAddress remoteAddress() {
        return remoteAddress;
    }

    /** What answers this request, as the router named it ({@code GET /api/orders/{id}}); empty until then. */
    public String route() {
        return route;
    }

    /** Names what answers this request, for logs and measurements. */
    public void route(String route) {
        this.route = route;
    }

    @Override
    public String toString() {
        return method + " " + path + (query.isEmpty() ? "" : "?" + query);
    }
}
