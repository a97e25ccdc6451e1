package vesper.cluster;

import io.nats.client.Connection;
import io.nats.client.ConnectionListener;
import io.nats.client.ErrorListener;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiConsumer;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs the events of a connection, and remembers why the servers reject it. */
final class ConnectionLog implements ConnectionListener, ErrorListener {
    private static final Logger LOG = LoggerFactory.getLogger("vesper.cluster.Cluster");

    private final String purpose;
    private final BiConsumer<Connection, Events> telling;
    private final Outage outage = new Outage(System::nanoTime);
    private volatile @Nullable String refusal;

    /**
     * @param purpose of the connection, since a node has more than one
     * @param telling receives each event with the connection that it happened to
     */
    ConnectionLog(String purpose, BiConsumer<Connection, Events> telling) {
        this.purpose = purpose;
        this.telling = telling;
    }

    @Override
    @SuppressWarnings("deprecation") // Required by the interface, but no longer called.
    public void connectionEvent(Connection connection, Events event) {
        connectionEvent(connection, event, 0L, "");
    }

    @Override
    public void connectionEvent(Connection connection, Events event, Long at, String details) {
        switch (event) {
            case CONNECTED -> {
                refusal = null;
                outage.ends();
                LOG.info("connected for {}, to {}", purpose, connection.getConnectedUrl());
            }
            case RECONNECTED -> {
                outage.ends();
                LOG.info("connected again for {}, to {}", purpose, connection.getConnectedUrl());
            }
            // The library repeats this event for each server that it fails to reach.
            case DISCONNECTED -> missing();
            default -> LOG.debug("connection: {}", event);
        }
        telling.accept(connection, event);
    }

    /** Reports that an existing connection is lost. */
    void missing() {
        outage.goesOn().ifPresent(this::lost);
    }

    private void lost(Duration since) {
        if (since.isZero())
            LOG.warn("the connection for {} to the cluster's server is lost, and is made again", purpose);
        else LOG.warn("there is no connection for {} since {} seconds, and it is tried on", purpose, since.toSeconds());
    }

    /**
     * Returns the reason why a server that answered cannot be used; empty once one is connected, or if none gave a
     * reason.
     */
    Optional<String> refusal() {
        return Optional.ofNullable(refusal);
    }

    String refused(Exception why) {
        String what = "the servers of NATS do not let this one in: " + why.getMessage();
        if (!what.equals(refusal)) LOG.error("{}", what);
        refusal = what;
        return what;
    }

    @Override
    public void errorOccurred(Connection connection, String error) {
        LOG.warn("a server of the cluster says: {}", error);
    }

    @Override
    public void exceptionOccurred(Connection connection, Exception failure) {
        LOG.debug("connection to the cluster", failure);
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            // A server that is starting or stopping closes its connections, which says nothing about credentials or
            // certificates.
            if (cause instanceof SSLException said && isAboutTrust(said)) refused(said);
        }
    }

    private static boolean isAboutTrust(SSLException said) {
        return said instanceof SSLHandshakeException && !(said.getCause() instanceof IOException);
    }

    @Override
    public void slowConsumerDetected(Connection connection, io.nats.client.Consumer consumer) {
        LOG.warn("a log of the cluster comes faster than this node stores it");
    }
}
