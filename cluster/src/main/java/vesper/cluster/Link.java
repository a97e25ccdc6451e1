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
    private static final int MOST_UNSENT = 1 << 16;
    /** Longer than that, and servers may have forgotten what they were sent of it before. */
    private static final Duration LONGEST_BROKEN = SharedLog.NAMES_KNOWN.dividedBy(2);

    /** A connection that was made, which may be broken. */
    private record Made(Connection connection, JetStream streams, JetStreamManagement management) {
        /** Whether the library has it, and makes it again where it breaks. */
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
    /** Why there is no connection; null where there is. */
    private volatile @Nullable String missing;

    /** Null while nobody tries. Guarded by this, as what follows is. */
    private @Nullable Thread connecting;

    private OptionalLong brokenSinceNanos = OptionalLong.empty();

    /** @param purpose as the servers list it */
    Link(ClusterSettings settings, String purpose) {
        this(settings, purpose, LONGEST_BROKEN);
    }

    /** @param longestBroken after which a connection that is not made again is given up for a new one */
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
                // Who sent it has been told that nobody answers, and may have gone elsewhere.
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
     * Tries once, and goes on beside the caller where nobody answers.
     *
     * @throws IOException where a server answers and does not let this node in, or is not one that this node trusts
     */
    void begin() throws IOException, InterruptedException {
        tryOnce();
        if (isOpen()) return;
        if (events.refusal().isPresent()) throw new IOException(events.refusal().get());
        LOG.warn("{}; it is tried again until one does", missing);
        connectBeside();
    }

    /** Goes on to try, beside the caller, unless somebody does so already or there is a connection. */
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
            // As where a file of credentials cannot be read any more.
            missing = events.refused(failure);
        }
    }

    /** Whether there is a connection; from then on one that is closed has it {@linkplain #connectBeside tried} anew. */
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

    /** Attempts that come to nothing have connections too, and one that was replaced may be heard of late. */
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
            // The library gives up where a server has not let it in twice; somebody may mend that.
            case CLOSED -> {
                turns.incrementAndGet();
                connectBeside();
            }
            default -> {}
        }
    }

    /** It comes again with each server that is tried in vain. */
    private synchronized boolean isBrokenForLong() {
        long now = System.nanoTime();
        boolean isLong = now - brokenSinceNanos.orElse(now) > longestBroken.toNanos();
        // Once, and not by each that comes until it is closed.
        if (isLong || brokenSinceNanos.isEmpty()) brokenSinceNanos = OptionalLong.of(now);
        return isLong;
    }

    private synchronized void mended() {
        brokenSinceNanos = OptionalLong.empty();
    }

    /**
     * What was to be sent when it broke would be sent when it is made again, however late; so it ends with it. The library
     * waits for who hears of events when it closes one, so another thread has it closed.
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

    /** Why there is no connection, nor one that the library makes again by itself; empty otherwise. */
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
