package vesper.peers;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * Jetty's core server without servlets. The handler declares that it does not block, so it runs on the selector thread.
 */
final class JettyPeer {
    private JettyPeer() {}

    public static void main(String[] args) throws Exception {
        PeerArguments arguments = PeerArguments.of(args, PeerFlag.THREADS);
        var server = new Server(pool(arguments));
        ServerConnector connector = LoopbackConnector.addTo(server, arguments);
        server.setHandler(new Greeter());
        server.start();
        PeerArguments.announce(connector.getLocalPort());
    }

    /** Returns a pool whose threads include selectors and acceptors. */
    private static QueuedThreadPool pool(PeerArguments arguments) {
        return arguments.valueOf(PeerFlag.THREADS).map(QueuedThreadPool::new).orElseGet(QueuedThreadPool::new);
    }

    private static final class Greeter extends Handler.Abstract.NonBlocking {
        private static final HttpField JSON = new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, Greeting.CONTENT_TYPE);

        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            switch (Request.getPathInContext(request)) {
                case Greeting.PATH -> answer(Greeting.ok(), response, callback);
                case Greeting.ECHO_PATH -> echo(request, response, callback);
                default -> {
                    return false;
                }
            }
            return true;
        }

        private static void echo(Request request, Response response, Callback callback) {
            String text = Request.extractQueryParameters(request).getValue(Greeting.TEXT);
            if (text == null) {
                response.setStatus(HttpStatus.BAD_REQUEST_400);
                answer(Greeting.withoutText(), response, callback);
            } else {
                answer(Greeting.echo(text), response, callback);
            }
        }

        private static void answer(Greeting greeting, Response response, Callback callback) {
            byte[] body = greeting.json();
            response.getHeaders().put(JSON);
            response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
            response.write(true, ByteBuffer.wrap(body), callback);
        }
    }
}
