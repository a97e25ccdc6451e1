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

/** What happens to a connection, in the log, and what stands against there being one. */
final class ConnectionLog implements ConnectionListener, ErrorListener {
    private static final Logger LOG = LoggerFactory.getLogger("vesper.cluster.Cluster");

    private final String purpose;
    private final BiConsumer<Connection, Events> telling;
    private final Outage outage = new Outage(System::nanoTime);
    private volatile @Nullable String refusal;

    /**
     * @param purpose of the connection, of which a node has more than one
     * @param telling is told of each event, and which connection it happened to
     */
    ConnectionLog(String purpose, BiConsumer<Connection, Events> telling) {
        this.purpose = purpose;
        this.telling = telling;
    }

    @Override
    @SuppressWarnings("deprecation") // It has to be there, and is called no more.
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
            // It comes again with each server that is tried in vain.
            case DISCONNECTED -> missing();
            default -> LOG.debug("connection: {}", event);
        }
        telling.accept(connection, event);
    }

    /** There was a connection, and there is none now. */
    void missing() {
        outage.goesOn().ifPresent(this::lost);
    }

    private void lost(Duration since) {
        if (since.isZero())
            LOG.warn("the connection for {} to the cluster's server is lost, and is made again", purpose);
        else LOG.warn("there is no connection for {} since {} seconds, and it is tried on", purpose, since.toSeconds());
    }

    /** Why a server that answered is not used, until one is; empty where none has said such a thing. */
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
            // One that is starting or stopping closes its connections, which says nothing of who may come in.
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
