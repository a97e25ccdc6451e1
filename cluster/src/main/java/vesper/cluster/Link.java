package vesper.cluster;

import io.nats.client.AuthenticationException;
import io.nats.client.Connection;
import io.nats.client.ConnectionListener;
import io.nats.client.JetStream;
import io.nats.client.JetStreamManagement;
import io.nats.client.JetStreamOptions;
import io.nats.client.Nats;
import io.nats.client.Options;
import io.nats.client.api.ServerInfo;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection to the servers, which is made beside everything else where none of them answers at once, and again whenever
 * it breaks. Any thread may call.
 */
final class Link implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(Link.class);

    /** A server that is paused does not close its connections, so it is asked. */
    private static final Duration PING = Duration.ofMillis(500);

    private static final int MOST_PINGS_OUT = 2;
    private static final Duration RECONNECT = Duration.ofMillis(100);
    private static final Duration QUESTION = Duration.ofSeconds(2);
    private static final long MOST_UNSENT_BYTES = 16 << 20;
    private static final int MOST_UNSENT = 1 << 16;

    /** A connection that was made, which may be broken. */
    private record Made(Connection connection, JetStream streams, JetStreamManagement management) {}

    private final String purpose;
    private final String servers;
    private final Options options;
    private final ConnectionLog events;
    private final AtomicLong turns = new AtomicLong();
    private final CountDownLatch first = new CountDownLatch(1);
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile @Nullable Made made;
    /** Why there is no connection; null where there is. */
    private volatile @Nullable String missing;

    private @Nullable Thread connecting;

    /** @param purpose as the servers list it */
    Link(ClusterSettings settings, String purpose) {
        this.purpose = purpose;
        this.servers = String.join(", ", settings.servers());
        this.events = new ConnectionLog(purpose, this::happened);
        this.options = options(settings, purpose, events);
    }

    private static Options options(ClusterSettings settings, String purpose, ConnectionLog events) {
        Options.Builder options = new Options.Builder()
                .servers(settings.servers().toArray(String[]::new))
                .connectionName("vesper " + settings.name() + " " + purpose)
                .connectionTimeout(QUESTION)
                .pingInterval(PING)
                .maxPingsOut(MOST_PINGS_OUT)
                .reconnectWait(RECONNECT)
                .maxReconnects(-1)
                .reconnectBufferSize(MOST_UNSENT_BYTES)
                .maxMessagesInOutgoingQueue(MOST_UNSENT)
                .requestCleanupInterval(QUESTION)
                .errorListener(events)
                .connectionListener(events);
        ClusterAccess access = settings.access();
        access.credentials().ifPresent(file -> options.authHandler(Nats.credentials(file.toString())));
        access.login()
                .ifPresent(login -> options.userInfo(
                        login.user().toCharArray(), login.password().toCharArray()));
        boolean isTls = settings.servers().stream().anyMatch(server -> server.startsWith("tls:"));
        if (isTls) access.tls().ifPresent(options::sslContext);
        return options.build();
    }

    /**
     * Tries once, and goes on beside the caller where nobody answers.
     *
     * @throws IOException where a server answers and does not let this node in, or is not one that this node trusts
     */
    void begin() throws IOException, InterruptedException {
        if (!isMade()) {
            if (events.refusal().isPresent())
                throw new IOException(events.refusal().get());
            LOG.warn("{}; it is tried again until one does", missing);
            connectBeside();
        }
    }

    /** Goes on to try, beside the caller. */
    synchronized void connectBeside() {
        if (isClosing() || (connecting != null && connecting.isAlive())) return;
        connecting =
                Thread.ofPlatform().daemon().name("cluster-link-" + purpose).start(this::connectUntilMade);
    }

    private void connectUntilMade() {
        try {
            while (!isClosing() && !isMade()) {
                var _ = closing.await(RECONNECT.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException _) {
            LOG.debug("the servers of the cluster are tried no more");
        }
    }

    private boolean isClosing() {
        return closing.getCount() == 0;
    }

    private boolean isMade() throws InterruptedException {
        try {
            Connection connection = Nats.connect(options);
            JetStreamOptions asking =
                    JetStreamOptions.builder().requestTimeout(QUESTION).build();
            made = new Made(connection, connection.jetStream(asking), connection.jetStreamManagement(asking));
            missing = null;
            turns.incrementAndGet();
            first.countDown();
            return true;
        } catch (AuthenticationException failure) {
            missing = events.refused(failure);
        } catch (IOException failure) {
            missing = events.refusal().orElse("no server of " + servers + " answers: " + failure.getMessage());
        }
        return false;
    }

    private void happened(ConnectionListener.Events event) {
        if (event == ConnectionListener.Events.DISCONNECTED || event == ConnectionListener.Events.RECONNECTED) {
            turns.incrementAndGet();
        } else if (event == ConnectionListener.Events.CLOSED && made != null) {
            // The library gives up where a server has not let it in twice; somebody may mend that.
            turns.incrementAndGet();
            connectBeside();
        }
    }

    /** @throws IOException where there is none by then */
    void await(Duration longestWait) throws IOException, InterruptedException {
        if (!first.await(longestWait.toMillis(), TimeUnit.MILLISECONDS)) throw new IOException(missing);
    }

    /** Changes whenever the connection breaks or is made: whatever a server has said before may not be so any more. */
    long turns() {
        return turns.get();
    }

    boolean isConnected() {
        Made now = made;
        return now != null && now.connection.getStatus() == Connection.Status.CONNECTED;
    }

    /** Why there never was a connection, or a server does not let this one in; empty otherwise. */
    Optional<String> whyMissing() {
        return Optional.ofNullable(missing);
    }

    /** What the server says of itself that answers now; empty where none does. */
    Optional<ServerInfo> server() {
        Made now = made;
        return now != null && isConnected() ? Optional.ofNullable(now.connection.getServerInfo()) : Optional.empty();
    }

    Connection connection() throws IOException {
        return made().connection;
    }

    JetStream streams() throws IOException {
        return made().streams;
    }

    JetStreamManagement management() throws IOException {
        return made().management;
    }

    private Made made() throws IOException {
        Made now = made;
        if (now == null) throw new IOException(missing == null ? "there is no connection yet" : missing);
        return now;
    }

    @Override
    public void close() {
        closing.countDown();
        try {
            Thread thread;
            synchronized (this) {
                thread = connecting;
            }
            if (thread != null) {
                thread.interrupt();
                thread.join();
            }
            Made now = made;
            if (now != null) now.connection.close();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
