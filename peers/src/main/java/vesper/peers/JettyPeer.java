package vesper.peers;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;

/** Jetty's core server, no servlets: a handler that says it does not block, so it runs on the selecting thread. */
final class JettyPeer {
    private JettyPeer() {}

    public static void main(String[] args) throws Exception {
        var server = new Server();
        ServerConnector connector = LoopbackConnector.addTo(server, PeerArguments.of(args));
        server.setHandler(new Greeter());
        server.start();
        PeerArguments.announce(connector.getLocalPort());
    }

    private static final class Greeter extends Handler.Abstract.NonBlocking {
        private static final HttpField JSON = new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, Greeting.CONTENT_TYPE);

        @Override
        public boolean handle(Request request, Response response, Callback callback) {
            if (!Request.getPathInContext(request).equals(Greeting.PATH)) return false;
            byte[] body = Greeting.ok().json();
            response.getHeaders().put(JSON);
            response.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.length);
            response.write(true, ByteBuffer.wrap(body), callback);
            return true;
        }
    }
}
