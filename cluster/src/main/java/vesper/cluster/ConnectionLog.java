package vesper.cluster;

import io.nats.client.Connection;
import io.nats.client.ConnectionListener;
import io.nats.client.Consumer;
import io.nats.client.ErrorListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What happens to the connection, in the log. */
final class ConnectionLog implements ConnectionListener, ErrorListener {
    private static final Logger LOG = LoggerFactory.getLogger("vesper.cluster.Cluster");

    @Override
    @SuppressWarnings("deprecation") // It has to be there, and is called no more.
    public void connectionEvent(Connection connection, Events event) {
        connectionEvent(connection, event, 0L, "");
    }

    @Override
    public void connectionEvent(Connection connection, Events event, Long at, String details) {
        switch (event) {
            case CONNECTED -> LOG.info("connected to {}", connection.getConnectedUrl());
            case RECONNECTED -> LOG.info("connected again, to {}", connection.getConnectedUrl());
            case DISCONNECTED -> LOG.warn("the connection to the cluster's server is lost, and is made again");
            case CLOSED -> LOG.info("disconnected");
            default -> LOG.debug("connection: {}", event);
        }
    }

    @Override
    public void errorOccurred(Connection connection, String error) {
        LOG.warn("a server of the cluster says: {}", error);
    }

    @Override
    public void exceptionOccurred(Connection connection, Exception failure) {
        LOG.debug("connection to the cluster", failure);
    }

    @Override
    public void slowConsumerDetected(Connection connection, Consumer consumer) {
        LOG.warn("a log of the cluster comes faster than this node stores it");
    }
}
