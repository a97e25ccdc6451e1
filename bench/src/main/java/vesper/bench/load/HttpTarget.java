package vesper.bench.load;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Objects;

/** Where requests go: plain HTTP only. {@code pathAndQuery} is as it stands in the request line. */
public record HttpTarget(String host, int port, String pathAndQuery) {
    private static final int HTTP_PORT = 80;

    public HttpTarget {
        if (port < 1 || port > 65_535) throw new IllegalArgumentException("port " + port + " is not in 1 to 65535");
        if (!pathAndQuery.startsWith("/")) throw new IllegalArgumentException("path " + pathAndQuery + " has no /");
    }

    /** Refuses with {@link IllegalArgumentException} what is not an absolute {@code http:} address. */
    public static HttpTarget of(URI url) {
        if (!"http".equalsIgnoreCase(Objects.requireNonNullElse(url.getScheme(), ""))) {
            throw new IllegalArgumentException("only http: can be driven, was " + url);
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

    String authority() {
        return port == HTTP_PORT ? host : host + ":" + port;
    }

    InetSocketAddress address() throws UnknownHostException {
        String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
        return new InetSocketAddress(InetAddress.getAllByName(bare)[0], port);
    }
}
