package vesper.peers;

import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/** The connector of the Jetty peers: HTTP/1 on loopback, with a Date and without the name of the server. */
public final class LoopbackConnector {
    private static final int ACCEPTORS_CHOSEN_BY_JETTY = -1;

    private LoopbackConnector() {}

    /** Adds it to a server that has not been started. */
    public static ServerConnector addTo(Server server, PeerArguments arguments) {
        var http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setSendDateHeader(true);
        var connector = new ServerConnector(
                server, ACCEPTORS_CHOSEN_BY_JETTY, arguments.ioThreads(), new HttpConnectionFactory(http));
        connector.setHost(PeerArguments.HOST);
        connector.setPort(arguments.port());
        connector.setAcceptQueueSize(PeerArguments.BACKLOG);
        server.addConnector(connector);
        return connector;
    }
}
