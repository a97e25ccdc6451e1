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
    private final BiConsumer<Connection, Events> listener;
    private final Outage outage = new Outage(System::nanoTime);
    private volatile @Nullable String refusal;

    /**
     * @param purpose of the connection, since a node has more than one
     * @param listener receives each event with the connection that it happened to
     */
    ConnectionLog(String purpose, BiConsumer<Connection, Events> listener) {
        this.purpose = purpose;
        this.listener = listener;
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
                outage.markEnded();
                LOG.info("connected to {} for {}", connection.getConnectedUrl(), purpose);
            }
            case RECONNECTED -> {
                outage.markEnded();
                LOG.info("reconnected to {} for {}", connection.getConnectedUrl(), purpose);
            }
            // The library repeats this event for each server that it fails to reach.
            case DISCONNECTED -> reportLost();
            default -> LOG.debug("connection: {}", event);
        }
        listener.accept(connection, event);
    }

    /** Reports that an existing connection is lost. */
    void reportLost() {
        outage.reportIfDue().ifPresent(this::logOutage);
    }

    private void logOutage(Duration since) {
        if (since.isZero()) LOG.warn("lost the connection for {} to the NATS server; reconnecting", purpose);
        else LOG.warn("no connection for {} for {} seconds; still reconnecting", purpose, since.toSeconds());
    }

    /**
     * Returns the reason why a server that answered cannot be used; empty once one is connected, or if none gave a
     * reason.
     */
    Optional<String> refusal() {
        return Optional.ofNullable(refusal);
    }

    String recordRefusal(Exception why) {
        String what = "the NATS servers reject this node: " + why.getMessage();
        if (!what.equals(refusal)) LOG.error("{}", what);
        refusal = what;
        return what;
    }

    @Override
    public void errorOccurred(Connection connection, String error) {
        LOG.warn("error from a NATS server: {}", error);
    }

    @Override
    public void exceptionOccurred(Connection connection, Exception failure) {
        LOG.debug("exception on the connection to NATS", failure);
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            // A server that is starting or stopping closes its connections, which says nothing about credentials or
            // certificates.
            if (cause instanceof SSLException tlsFailure && isAboutTrust(tlsFailure)) recordRefusal(tlsFailure);
        }
    }

    private static boolean isAboutTrust(SSLException failure) {
        return failure instanceof SSLHandshakeException && !(failure.getCause() instanceof IOException);
    }

    @Override
    public void slowConsumerDetected(Connection connection, io.nats.client.Consumer consumer) {
        LOG.warn("this node cannot keep up with a log of the cluster (slow consumer)");
    }
}
