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
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.documents.SharedLog;

/**
 * A connection to the servers. If no server answers at first, it is made in the background. If it breaks, it is made
 * again. Thread-safe.
 */
final class ServerLink implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(ServerLink.class);

    /** Pings detect a server that is paused, which does not close its connections. */
    private static final Duration PING_INTERVAL = Duration.ofMillis(500);

    private static final int MAX_PINGS_OUT = 2;
    private static final Duration RECONNECT_WAIT = Duration.ofMillis(100);
    private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(2);
    private static final int MAX_UNSENT = 1 << 16;
    /** After a longer outage the servers may have forgotten the message ids that were sent before it. */
    private static final Duration MAX_OUTAGE = SharedLog.NAMES_KNOWN.dividedBy(2);

    /** A connection with its contexts, which may be broken. */
    private record LiveConnection(Connection connection, JetStream streams, JetStreamManagement management) {
        /** Returns whether the library still manages the connection, and so reconnects it if it breaks. */
        boolean isOpen() {
            return connection.getStatus() != Connection.Status.CLOSED;
        }
    }

    private final String purpose;
    private final String servers;
    private final Options options;
    private final Duration maxOutage;
    private final ConnectionLog events;
    private final AtomicLong connectionChanges = new AtomicLong();
    private final CountDownLatch first = new CountDownLatch(1);
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile @Nullable LiveConnection current;
    /** Reason why there is no connection; null if there is one. */
    private volatile @Nullable String disconnectReason;

    /** The thread that tries to connect; null while no thread does. Guarded by this, like the fields below. */
    private @Nullable Thread connecting;

    private OptionalLong brokenSinceNanos = OptionalLong.empty();

    /** @param purpose shown by the servers with the connection's name */
    ServerLink(ClusterSettings settings, String purpose) {
        this(settings, purpose, MAX_OUTAGE);
    }

    /** @param maxOutage time after which a broken connection is replaced by a new one */
    ServerLink(ClusterSettings settings, String purpose, Duration maxOutage) {
        this.purpose = purpose;
        this.maxOutage = maxOutage;
        this.servers = String.join(", ", settings.servers());
        this.events = new ConnectionLog(purpose, this::onEvent);
        this.options = options(settings, purpose, events);
    }

    private static Options options(ClusterSettings settings, String purpose, ConnectionLog events) {
        Options.Builder options = new Options.Builder()
                .servers(settings.servers().toArray(String[]::new))
                .connectionName("vesper " + settings.name() + " " + purpose)
                .connectionTimeout(REQUEST_TIMEOUT)
                .pingInterval(PING_INTERVAL)
                .maxPingsOut(MAX_PINGS_OUT)
                .reconnectWait(RECONNECT_WAIT)
                .maxReconnects(-1)
                // Do not send it later: its sender already got an error, and may have continued elsewhere.
                .reconnectBufferSize(0)
                .maxMessagesInOutgoingQueue(MAX_UNSENT)
                .requestCleanupInterval(REQUEST_TIMEOUT)
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
     * Tries to connect once, and continues in the background if no server answers.
     *
     * @throws IOException if a server answers that rejects this node, or whose certificate this node does not trust
     */
    void start() throws IOException, InterruptedException {
        connectOnce();
        if (isOpen()) return;
        if (events.refusal().isPresent()) throw new IOException(events.refusal().get());
        LOG.warn("{}; retrying until a server answers", disconnectReason);
        connectInBackground();
    }

    /** Starts to connect in the background, unless there is a connection or another thread is trying already. */
    synchronized void connectInBackground() {
        if (isClosing() || isOpen() || connecting != null) return;
        connecting =
                Thread.ofPlatform().daemon().name("cluster-link-" + purpose).start(this::connectUntilConnected);
    }

    private void connectUntilConnected() {
        try {
            while (!isClosing()) {
                retryOnce();
                if (finishIfConnected()) return;
                var _ = closing.await(RECONNECT_WAIT.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException _) {
            LOG.debug("stopped connecting to the servers of the cluster");
        }
    }

    private void retryOnce() throws InterruptedException {
        try {
            connectOnce();
        } catch (RuntimeException failure) {
            // The credentials file can no longer be read, for example.
            disconnectReason = events.recordRefusal(failure);
        }
    }

    /**
     * Marks the background thread as done if there is a connection. If that is closed later,
     * {@link #connectInBackground} starts a new thread.
     *
     * @return whether the thread must end
     */
    private synchronized boolean finishIfConnected() {
        if (isOpen()) connecting = null;
        return connecting == null;
    }

    private boolean isClosing() {
        return closing.getCount() == 0;
    }

    private boolean isOpen() {
        LiveConnection now = current;
        return now != null && now.isOpen();
    }

    private void connectOnce() throws InterruptedException {
        try {
            Connection connection = Nats.connect(options);
            JetStreamOptions requestOptions =
                    JetStreamOptions.builder().requestTimeout(REQUEST_TIMEOUT).build();
            clearOutage();
            current = new LiveConnection(
                    connection, connection.jetStream(requestOptions), connection.jetStreamManagement(requestOptions));
            disconnectReason = null;
            connectionChanges.incrementAndGet();
            first.countDown();
        } catch (AuthenticationException failure) {
            disconnectReason = events.recordRefusal(failure);
        } catch (IOException failure) {
            disconnectReason = events.refusal()
                    .orElse("none of the NATS servers " + servers + " answers: " + failure.getMessage());
            if (current != null) events.reportLost();
        }
    }

    /**
     * Handles an event of the current connection. Ignores others: failed attempts have connections as well, and events
     * of one that was replaced may arrive late.
     */
    void onEvent(Connection to, ConnectionListener.Events event) {
        LiveConnection now = current;
        if (now == null || !now.connection.equals(to)) return;
        switch (event) {
            case DISCONNECTED -> {
                connectionChanges.incrementAndGet();
                if (recordOutage()) closeInBackground(to);
            }
            case RECONNECTED -> {
                clearOutage();
                connectionChanges.incrementAndGet();
            }
            // The library closes a connection after a server rejected it twice. Retry, since an operator may fix that.
            case CLOSED -> {
                connectionChanges.incrementAndGet();
                connectInBackground();
            }
            default -> {}
        }
    }

    /**
     * Records that the connection is broken. Called for each server that the library fails to reach.
     *
     * @return whether the outage has become too long
     */
    private synchronized boolean recordOutage() {
        long now = System.nanoTime();
        boolean isLong = now - brokenSinceNanos.orElse(now) > maxOutage.toNanos();
        // Report it once, not again for each event until the connection is closed.
        if (isLong || brokenSinceNanos.isEmpty()) brokenSinceNanos = OptionalLong.of(now);
        return isLong;
    }

    private synchronized void clearOutage() {
        brokenSinceNanos = OptionalLong.empty();
    }

    /**
     * Closes a connection whose outage is too long, and drops its unsent messages. The library would send them after it
     * reconnects, however late. Runs on another thread, since closing waits for event listeners, and one of them calls
     * this.
     */
    private void closeInBackground(Connection broken) {
        Thread.ofPlatform().daemon().name("cluster-link-end-" + purpose).start(() -> {
            try {
                broken.close();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /** @throws IOException if there is no connection by then */
    void await(Duration maxWait) throws IOException, InterruptedException {
        if (!first.await(maxWait.toMillis(), TimeUnit.MILLISECONDS)) throw new IOException(disconnectReason);
    }

    /**
     * Returns a counter that changes with each disconnect and reconnect. Earlier answers of servers may be outdated
     * then.
     */
    long connectionChanges() {
        return connectionChanges.get();
    }

    boolean isConnected() {
        LiveConnection now = current;
        return now != null && now.connection.getStatus() == Connection.Status.CONNECTED;
    }

    /**
     * Returns the reason why there is no connection; empty while connected, or while the library restores the
     * connection.
     */
    Optional<String> disconnectReason() {
        return Optional.ofNullable(disconnectReason);
    }

    /** Returns the information that the connected server announced; empty while disconnected. */
    Optional<ServerInfo> server() {
        LiveConnection now = current;
        return now != null && isConnected() ? Optional.ofNullable(now.connection.getServerInfo()) : Optional.empty();
    }

    Connection connection() throws IOException {
        return requireConnection().connection;
    }

    JetStream streams() throws IOException {
        return requireConnection().streams;
    }

    JetStreamManagement management() throws IOException {
        return requireConnection().management;
    }

    private LiveConnection requireConnection() throws IOException {
        LiveConnection now = current;
        if (now == null)
            throw new IOException(disconnectReason == null ? "there is no connection yet" : disconnectReason);
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
            LiveConnection now = current;
            if (now != null) now.connection.close();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
