package vesper.bench.load;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Objects;

/** The target of requests, plain HTTP only. {@code pathAndQuery} is in the form of the request line. */
public record HttpTarget(String host, int port, String pathAndQuery) {
    private static final int HTTP_PORT = 80;

    public HttpTarget {
        if (port < 1 || port > 65_535) throw new IllegalArgumentException("port " + port + " is not in 1 to 65535");
        requireValidPath(pathAndQuery);
    }

    /**
     * Returns the path if it is valid.
     *
     * @throws IllegalArgumentException if it has characters that a request line does not allow, or braces without a
     *     placeholder
     */
    static String requireValidPath(String pathAndQuery) {
        if (!pathAndQuery.startsWith("/"))
            throw new IllegalArgumentException("path " + pathAndQuery + " does not start with /");
        if (!pathAndQuery.chars().allMatch(character -> character > ' ' && character < 127)) {
            throw new IllegalArgumentException("path " + pathAndQuery + " needs percent-encoding");
        }
        if (Template.hasStrayBraces(pathAndQuery)) {
            throw new IllegalArgumentException("path " + pathAndQuery + " has braces without a placeholder");
        }
        return pathAndQuery;
    }

    /** Parses an absolute {@code http:} URL like {@link #of(URI)}, but allows placeholders in path and query. */
    public static HttpTarget of(String url) {
        if (!url.contains("://")) {
            throw new IllegalArgumentException("\"" + url + "\" is not a URL; did you mean http://" + url);
        }
        int authority = url.indexOf("://") + 3;
        int path = authority;
        while (path < url.length() && "/?#".indexOf(url.charAt(path)) < 0) path++;
        HttpTarget server = of(URI.create(url.substring(0, path)));
        int fragment = url.indexOf('#', path);
        String rest = url.substring(path, fragment < 0 ? url.length() : fragment);
        return new HttpTarget(server.host, server.port, rest.startsWith("/") ? rest : "/" + rest);
    }

    /**
     * Parses an absolute {@code http:} URL.
     *
     * @throws IllegalArgumentException if it is not one
     */
    public static HttpTarget of(URI url) {
        if (!"http".equalsIgnoreCase(Objects.requireNonNullElse(url.getScheme(), ""))) {
            throw new IllegalArgumentException("only http: URLs are supported: " + url);
        }
        String host = url.getHost();
        if (host == null) throw new IllegalArgumentException("no host in " + url);
        String path = Objects.requireNonNullElse(url.getRawPath(), "");
        String query = url.getRawQuery() == null ? "" : "?" + url.getRawQuery();
        return new HttpTarget(
                host, url.getPort() < 0 ? HTTP_PORT : url.getPort(), (path.isEmpty() ? "/" : path) + query);
    }

    public URI url() {
        return URI.create("http://" + authority() + pathAndQuery);
    }

    /** Returns whether connections to it may come from other addresses of 127.0.0.0/8. */
    boolean isLoopback() {
        return host.equals("localhost") || host.startsWith("127.");
    }

    String authority() {
        return port == HTTP_PORT ? host : host + ":" + port;
    }

    InetSocketAddress address() throws UnknownHostException {
        String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        return new InetSocketAddress(InetAddress.getAllByName(bare)[0], port);
    }
}
