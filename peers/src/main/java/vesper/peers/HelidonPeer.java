package vesper.peers;

import io.helidon.http.HeaderValues;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;

/** Helidon SE with one route and handler: each connection has a virtual thread that reads, handles and writes. */
final class HelidonPeer {
    private static final String CARRIERS = "jdk.virtualThreadScheduler.parallelism";

    private HelidonPeer() {}

    public static void main(String[] args) {
        PeerArguments arguments = PeerArguments.of(args);
        // No thread waits for many sockets here; the closest equivalent is the carriers of virtual threads.
        System.setProperty(CARRIERS, Integer.toString(arguments.ioThreads()));
        WebServer server = WebServer.builder()
                .host(PeerArguments.HOST)
                .port(arguments.port())
                .backlog(PeerArguments.BACKLOG)
                .routing(routing -> routing.get(Greeting.PATH, HelidonPeer::greet))
                .build()
                .start();
        PeerArguments.announce(server.port());
    }

    private static void greet(ServerRequest request, ServerResponse response) {
        response.header(HeaderValues.CONTENT_TYPE_JSON);
        response.send(Greeting.ok().json());
    }
}
