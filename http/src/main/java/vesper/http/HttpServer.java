package vesper.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;

/** A listening server. Stopping it lets requests in flight finish within {@link HttpSettings#drain}. */
public final class HttpServer implements AutoCloseable {
    private final InetSocketAddress address;

    private HttpServer(InetSocketAddress address) {
        this.address = address;
    }

    /**
     * Binds the port and serves.
     *
     * @throws IOException if the address cannot be bound; a {@link java.net.BindException} where the port is taken
     */
    public static HttpServer start(HttpSettings settings, Handler handler, List<ExchangeListener> listeners)
            throws IOException {
        return new HttpServer(new InetSocketAddress(settings.host(), settings.port()));
    }

    /** Where it listens, with the port that was really bound. */
    public InetSocketAddress address() {
        return address;
    }

    @Override
    public void close() {}
}
