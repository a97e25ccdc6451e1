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
final class Link implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(Link.class);

    /** Pings detect a server that is paused, which does not close its connections. */
    private static final Duration PING = Duration.ofMillis(500);

    private static final int MOST_PINGS_OUT = 2;
    private static final Duration RECONNECT = Duration.ofMillis(100);
    private static final Duration QUESTION = Duration.ofSeconds(2);
    private static final int MOST_UNSENT = 1 << 16;
    /** After a longer outage the servers may have forgotten the message ids that were sent before it. */
    private static final Duration LONGEST_BROKEN = SharedLog.NAMES_KNOWN.dividedBy(2);

    /** A connection with its contexts, which may be broken. */
    private record Made(Connection connection, JetStream streams, JetStreamManagement management) {
        /** Returns whether the library still manages the connection, and so reconnects it if it breaks. */
        boolean isOpen() {
            return connection.getStatus() != Connection.Status.CLOSED;
        }
    }

    private final String purpose;
    private final String servers;
    private final Options options;
    private final Duration longestBroken;
    private final ConnectionLog events;
    private final AtomicLong turns = new AtomicLong();
    private final CountDownLatch first = new CountDownLatch(1);
    private final CountDownLatch closing = new CountDownLatch(1);
    private volatile @Nullable Made made;
    /** Reason why there is no connection; null if there is one. */
    private volatile @Nullable String missing;

    /** The thread that tries to connect; null while no thread does. Guarded by this, like the fields below. */
    private @Nullable Thread connecting;

    private OptionalLong brokenSinceNanos = OptionalLong.empty();

    /** @param purpose shown by the servers with the connection's name */
    Link(ClusterSettings settings, String purpose) {
        this(settings, purpose, LONGEST_BROKEN);
    }

    /** @param longestBroken time after which a broken connection is replaced by a new one */
    Link(ClusterSettings settings, String purpose, Duration longestBroken) {
        this.purpose = purpose;
        this.longestBroken = longestBroken;
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
                // Do not send it later: its sender already got an error, and may have continued elsewhere.
                .reconnectBufferSize(0)
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
     * Tries to connect once, and continues in the background if no server answers.
     *
     * @throws IOException if a server answers that rejects this node, or whose certificate this node does not trust
     */
    void begin() throws IOException, InterruptedException {
        tryOnce();
        if (isOpen()) return;
        if (events.refusal().isPresent()) throw new IOException(events.refusal().get());
        LOG.warn("{}; it is tried again until one does", missing);
        connectBeside();
    }

    /** Starts to connect in the background, unless there is a connection or another thread is trying already. */
    synchronized void connectBeside() {
        if (isClosing() || isOpen() || connecting != null) return;
        connecting =
                Thread.ofPlatform().daemon().name("cluster-link-" + purpose).start(this::connectUntilMade);
    }

    private void connectUntilMade() {
        try {
            while (!isClosing()) {
                tryAgain();
                if (isDone()) return;
                var _ = closing.await(RECONNECT.toMillis(), TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException _) {
            LOG.debug("the servers of the cluster are tried no more");
        }
    }

    private void tryAgain() throws InterruptedException {
        try {
            tryOnce();
        } catch (RuntimeException failure) {
            // The credentials file can no longer be read, for example.
            missing = events.refused(failure);
        }
    }

    /** Returns whether there is a connection. If it is closed later, {@link #connectBeside} starts a new thread. */
    private synchronized boolean isDone() {
        if (isOpen()) connecting = null;
        return connecting == null;
    }

    private boolean isClosing() {
        return closing.getCount() == 0;
    }

    private boolean isOpen() {
        Made now = made;
        return now != null && now.isOpen();
    }

    private void tryOnce() throws InterruptedException {
        try {
            Connection connection = Nats.connect(options);
            JetStreamOptions asking =
                    JetStreamOptions.builder().requestTimeout(QUESTION).build();
            mended();
            made = new Made(connection, connection.jetStream(asking), connection.jetStreamManagement(asking));
            missing = null;
            turns.incrementAndGet();
            first.countDown();
        } catch (AuthenticationException failure) {
            missing = events.refused(failure);
        } catch (IOException failure) {
            missing = events.refusal().orElse("no server of " + servers + " answers: " + failure.getMessage());
            if (made != null) events.missing();
        }
    }

    /**
     * Handles an event of the current connection. Ignores others: failed attempts have connections as well, and events
     * of one that was replaced may arrive late.
     */
    void happened(Connection to, ConnectionListener.Events event) {
        Made now = made;
        if (now == null || !now.connection.equals(to)) return;
        switch (event) {
            case DISCONNECTED -> {
                turns.incrementAndGet();
                if (isBrokenForLong()) giveUp(to);
            }
            case RECONNECTED -> {
                mended();
                turns.incrementAndGet();
            }
            // The library closes a connection after a server rejected it twice. Retry, since an operator may fix that.
            case CLOSED -> {
                turns.incrementAndGet();
                connectBeside();
            }
            default -> {}
        }
    }

    /** Returns whether the outage has become too long. Called for each server that the library fails to reach. */
    private synchronized boolean isBrokenForLong() {
        long now = System.nanoTime();
        boolean isLong = now - brokenSinceNanos.orElse(now) > longestBroken.toNanos();
        // Report it once, not again for each event until the connection is closed.
        if (isLong || brokenSinceNanos.isEmpty()) brokenSinceNanos = OptionalLong.of(now);
        return isLong;
    }

    private synchronized void mended() {
        brokenSinceNanos = OptionalLong.empty();
    }

    /**
     * Closes a connection whose outage is too long, and drops its unsent messages. The library would send them after it
     * reconnects, however late. Runs on another thread, since closing waits for event listeners, and one of them calls
     * this.
     */
    private void giveUp(Connection broken) {
        Thread.ofPlatform().daemon().name("cluster-link-end-" + purpose).start(() -> {
            try {
                broken.close();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /** @throws IOException if there is no connection by then */
    void await(Duration longestWait) throws IOException, InterruptedException {
        if (!first.await(longestWait.toMillis(), TimeUnit.MILLISECONDS)) throw new IOException(missing);
    }

    /**
     * Returns a counter that changes with each disconnect and reconnect. Earlier answers of servers may be outdated
     * then.
     */
    long turns() {
        return turns.get();
    }

    boolean isConnected() {
        Made now = made;
        return now != null && now.connection.getStatus() == Connection.Status.CONNECTED;
    }

    /**
     * Returns the reason why there is no connection; empty while connected, or while the library restores the
     * connection.
     */
    Optional<String> whyMissing() {
        return Optional.ofNullable(missing);
    }

    /** Returns the information that the connected server announced; empty while disconnected. */
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
