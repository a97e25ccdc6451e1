package vesper.peers;

import io.undertow.Handlers;
import io.undertow.Undertow;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.Headers;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.xnio.Options;

/** Undertow's core without servlets. The handler runs on the I/O thread, as all handlers do that are not dispatched. */
final class UndertowPeer {
    private UndertowPeer() {}

    public static void main(String[] args) {
        PeerArguments arguments = PeerArguments.of(args);
        Undertow server = Undertow.builder()
                .addHttpListener(arguments.port(), PeerArguments.HOST)
                .setIoThreads(arguments.ioThreads())
                .setSocketOption(Options.BACKLOG, PeerArguments.BACKLOG)
                .setHandler(Handlers.path().addExactPath(Greeting.PATH, UndertowPeer::greet))
                .build();
        server.start();
        var address = (InetSocketAddress) server.getListenerInfo().getFirst().getAddress();
        PeerArguments.announce(address.getPort());
    }

    private static void greet(HttpServerExchange exchange) {
        byte[] body = Greeting.ok().json();
        exchange.getResponseHeaders().put(Headers.CONTENT_TYPE, Greeting.CONTENT_TYPE);
        exchange.setResponseContentLength(body.length);
        exchange.getResponseSender().send(ByteBuffer.wrap(body));
    }
}
