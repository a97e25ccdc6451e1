package vesper.http.client;

import java.net.URI;
import java.util.Locale;

/**
 * Scheme, host and port that the connections of one pool lead to (RFC 9110, section 4.3.1). The host is in lower case.
 */
record Origin(boolean secure, String host, int port) {
    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;
    private static final int LARGEST_PORT = 65_535;

    /** @throws IllegalArgumentException if a request cannot be sent to such a URI */
    static Origin of(URI uri) {
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        if (!scheme.equals("http") && !scheme.equals("https"))
            throw new IllegalArgumentException("neither an http nor an https URI: " + uri);
        if (uri.getHost() == null) throw new IllegalArgumentException("no host in " + uri);
        if (uri.getRawUserInfo() != null)
            throw new IllegalArgumentException("credentials in a URI end up in logs; send an Authorization field to "
                    + scheme + "://" + uri.getHost());
        boolean secure = scheme.equals("https");
        int port = uri.getPort() >= 0 ? uri.getPort() : secure ? HTTPS_PORT : HTTP_PORT;
        if (port == 0 || port > LARGEST_PORT) throw new IllegalArgumentException("no port to connect to in " + uri);
        return new Origin(secure, uri.getHost().toLowerCase(Locale.ROOT), port);
    }

    /** Returns the value of the Host field. */
    String authority() {
        return port == (secure ? HTTPS_PORT : HTTP_PORT) ? host : host + ":" + port;
    }

    @Override
    public String toString() {
        return (secure ? "https://" : "http://") + host + ":" + port;
    }
}
