package vesper.cluster;

import io.nats.client.AuthenticationException;
import io.nats.client.Connection;
import io.nats.client.JetStream;
import io.nats.client.JetStreamManagement;
import io.nats.client.JetStreamOptions;
import io.nats.client.Nats;
import io.nats.client.Options;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import vesper.documents.CollectionPolicy;
import vesper.documents.SharedLog;

/** This node's part in a cluster: one connection to its servers, from {@link #connect} until it is closed. Any thread may call. */
public final class Cluster implements SharedLog.Opening, Closeable {
    /** A server that is paused does not close its connections, so it is asked. */
    private static final Duration PING = Duration.ofMillis(500);

    private static final int MOST_PINGS_OUT = 2;
    private static final Duration RECONNECT = Duration.ofMillis(100);
    private static final Duration QUESTION = Duration.ofSeconds(2);
    private static final long MOST_UNSENT_BYTES = 16 << 20;
    private static final int MOST_UNSENT = 1 << 16;

    private final ClusterSettings settings;
    private final Names names;
    private final String node = UUID.randomUUID().toString();
    private final Connection connection;
    private final JetStream streams;
    private final JetStreamManagement management;
    private final ExecutorService questions;
    private final SyncWatch syncWatch;
    private final Leases leases;
    private final Members members;

    private Cluster(ClusterSettings settings, Connection connection) throws IOException {
        this.settings = settings;
        this.names = new Names(settings.name());
        this.connection = connection;
        JetStreamOptions asking =
                JetStreamOptions.builder().requestTimeout(QUESTION).build();
        this.streams = connection.jetStream(asking);
        this.management = connection.jetStreamManagement(asking);
        this.questions = Executors.newVirtualThreadPerTaskExecutor();
        this.syncWatch = new SyncWatch(settings);
        var bucket = new Bucket(this, names.bucket(), settings.replicas());
        this.leases = new Leases(bucket, node);
        this.members = new Members(bucket, node);
    }

    /**
     * Connects to the servers, and goes on to do so whenever the connection breaks.
     *
     * @param longestWait for the first of them
     * @throws IOException where none is there by then, or one does not let this node in
     */
    public static Cluster connect(ClusterSettings settings, Duration longestWait)
            throws IOException, InterruptedException {
        Options.Builder options = new Options.Builder()
                .servers(settings.servers().toArray(String[]::new))
                .connectionName("vesper " + settings.name())
                .connectionTimeout(QUESTION)
                .pingInterval(PING)
                .maxPingsOut(MOST_PINGS_OUT)
                .reconnectWait(RECONNECT)
                .maxReconnects(-1)
                .reconnectBufferSize(MOST_UNSENT_BYTES)
                .maxMessagesInOutgoingQueue(MOST_UNSENT)
                .requestCleanupInterval(QUESTION)
                .errorListener(new ConnectionLog())
                .connectionListener(new ConnectionLog());
        ClusterAccess access = settings.access();
        access.credentials().ifPresent(file -> options.authHandler(Nats.credentials(file.toString())));
        access.login()
                .ifPresent(login -> options.userInfo(
                        login.user().toCharArray(), login.password().toCharArray()));
        boolean isTls = settings.servers().stream().anyMatch(server -> server.startsWith("tls:"));
        if (isTls) access.tls().ifPresent(options::sslContext);
        long until = System.nanoTime() + longestWait.toNanos();
        while (true) {
            try {
                var cluster = new Cluster(settings, Nats.connect(options.build()));
                cluster.start();
                return cluster;
            } catch (AuthenticationException failure) {
                throw new IOException("the servers of NATS do not let this one in: " + failure.getMessage(), failure);
            } catch (IOException failure) {
                if (System.nanoTime() >= until) {
                    throw new IOException(
                            "no server of " + String.join(", ", settings.servers()) + " answers: "
                                    + failure.getMessage(),
                            failure);
                }
                TimeUnit.MILLISECONDS.sleep(RECONNECT.toMillis());
            }
        }
    }

    private void start() {
        syncWatch.start();
        leases.start();
        members.start();
    }

    @Override
    public SharedLog open(String collection, CollectionPolicy policy) throws IOException {
        Optional<String> unsafe = syncWatch.refusal();
        if (unsafe.isPresent()) throw new IOException(unsafe.get());
        leases.seek(collection);
        return new JetStreamLog(this, names, collection, policy, settings.replicas());
    }

    void leave(String collection) {
        leases.leave(collection);
    }

    /** What this node is called, for as long as it runs. */
    public String node() {
        return node;
    }

    public String name() {
        return settings.name();
    }

    /** Tells the others of this node, now and then. */
    public void introduce(Supplier<Member> self) {
        members.introduce(self);
    }

    /** Nodes that have told of themselves not long ago. */
    public List<Member> members() {
        return members.all();
    }

    /** Why nothing can be stored in the cluster; empty where nothing is known to stand against it. */
    public Optional<String> whyUnsafe() {
        return syncWatch.whyUnsafe();
    }

    /** Whether this node speaks with a server. */
    public boolean isConnected() {
        return connection.getStatus() == Connection.Status.CONNECTED;
    }

    Connection connection() {
        return connection;
    }

    JetStream streams() {
        return streams;
    }

    JetStreamManagement management() {
        return management;
    }

    /** Where questions to servers wait for their answers. */
    ExecutorService questions() {
        return questions;
    }

    Leases leases() {
        return leases;
    }

    @Override
    public void close() {
        leases.close();
        members.close();
        syncWatch.close();
        questions.shutdownNow();
        try {
            connection.close();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
