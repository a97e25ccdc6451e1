package vesper.peers;

import io.vertx.core.AbstractVerticle;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.atomic.AtomicInteger;

/** Vert.x core without a router: one verticle per event loop, all on one port, with native transport if available. */
final class VertxPeer extends AbstractVerticle {
    /** Instances with the same negative port share one free port. */
    private static final int ANY_SHARED_PORT = -1;

    private final int port;
    private final DateField date;
    private final AtomicInteger boundPort;

    private VertxPeer(int port, DateField date, AtomicInteger boundPort) {
        this.port = port == 0 ? ANY_SHARED_PORT : port;
        this.date = date;
        this.boundPort = boundPort;
    }

    public static void main(String[] args) {
        PeerArguments arguments = PeerArguments.of(args);
        int loops = arguments.ioThreads();
        DateField date = DateField.ticking();
        var boundPort = new AtomicInteger();
        Vertx vertx =
                Vertx.vertx(new VertxOptions().setPreferNativeTransport(true).setEventLoopPoolSize(loops));
        vertx.deployVerticle(
                        () -> new VertxPeer(arguments.port(), date, boundPort),
                        new DeploymentOptions().setInstances(loops))
                .onSuccess(deployed -> PeerArguments.announce(boundPort.get()))
                .onFailure(VertxPeer::exitWithFailure);
    }

    @Override
    public void start(Promise<Void> started) {
        vertx.createHttpServer(new HttpServerOptions().setAcceptBacklog(PeerArguments.BACKLOG))
                .requestHandler(this::answer)
                .listen(port, PeerArguments.HOST)
                .onSuccess(server -> boundPort.set(portOf(server)))
                .<Void>mapEmpty()
                .onComplete(started);
    }

    private void answer(HttpServerRequest request) {
        if (!Greeting.PATH.equals(request.path())) {
            request.response().setStatusCode(404).end();
            return;
        }
        request.response()
                .putHeader(HttpHeaders.CONTENT_TYPE, Greeting.CONTENT_TYPE)
                .putHeader(HttpHeaders.DATE, date.text())
                .end(Buffer.buffer(Greeting.ok().json()));
    }

    private static int portOf(HttpServer server) {
        return server.actualPort();
    }

    private static void exitWithFailure(Throwable cause) {
        System.err.println("vert.x did not start: " + cause);
        Runtime.getRuntime().halt(1);
    }
}
