package vesper.cluster;

import io.nats.client.Connection;
import io.nats.client.JetStream;
import io.nats.client.JetStreamManagement;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import vesper.documents.CollectionPolicy;
import vesper.documents.SharedLog;

/** This node's membership in a cluster, from {@link #join} until it is closed. Safe for use by multiple threads. */
public final class Cluster implements SharedLog.Opening, Closeable {
    private final ClusterSettings settings;
    private final NatsNames names;
    private final String node = UUID.randomUUID().toString();
    /** Connection for requests and writes. */
    private final ServerLink requestLink;
    /** Connection for the consumers of the logs, so that requests do not queue behind their messages. */
    private final ServerLink consumerLink;

    private final ExecutorService requestExecutor;
    private final SyncWatch syncWatch;
    private final Bucket bucket;
    private final Leases leases;
    private final Members members;
    private final CopyWatch copyWatch;
    private final Map<String, JetStreamLog> logs = new ConcurrentHashMap<>();

    private Cluster(ClusterSettings settings) {
        this.settings = settings;
        this.names = new NatsNames(settings.name());
        this.requestLink = new ServerLink(settings, "requests");
        this.consumerLink = new ServerLink(settings, "logs");
        this.requestExecutor = Executors.newVirtualThreadPerTaskExecutor();
        this.syncWatch = new SyncWatch(settings, requestLink::server, System::nanoTime);
        this.bucket = new Bucket(this, names.bucket(), settings.replicas());
        this.leases = new Leases(bucket, node);
        this.members = new Members(bucket, node, requestLink::connectionChanges, leases::checkNow);
        this.copyWatch = new CopyWatch(bucket, node, logs, this::nodes, requestLink::connectionChanges);
    }

    /**
     * Joins the cluster. The membership takes effect as soon as a server answers, and again after each reconnect.
     *
     * @throws IOException if a server answers that rejects this node, or whose certificate this node does not trust
     */
    public static Cluster join(ClusterSettings settings) throws IOException, InterruptedException {
        var cluster = new Cluster(settings);
        try {
            cluster.start();
            return cluster;
        } catch (IOException | InterruptedException | RuntimeException failure) {
            cluster.closeLinks();
            throw failure;
        }
    }

    /**
     * Joins the cluster and waits until a server is connected.
     *
     * @param maxWait for the first connection
     * @throws IOException as {@link #join} does, and if no server is connected by then
     */
    public static Cluster connect(ClusterSettings settings, Duration maxWait) throws IOException, InterruptedException {
        Cluster cluster = join(settings);
        try {
            cluster.requestLink.await(maxWait);
            return cluster;
        } catch (IOException | InterruptedException failure) {
            cluster.close();
            throw failure;
        }
    }

    private void start() throws IOException, InterruptedException {
        requestLink.start();
        if (requestLink.isConnected()) consumerLink.start();
        else consumerLink.connectInBackground();
        syncWatch.start();
        leases.start();
        members.start();
        copyWatch.start();
    }

    @Override
    public SharedLog open(String collection, CollectionPolicy policy) throws IOException {
        Optional<String> unsafe = syncWatch.refusal();
        if (unsafe.isPresent()) throw new IOException(unsafe.get());
        leases.acquire(collection);
        var log = new JetStreamLog(this, names, collection, policy, settings.replicas());
        logs.put(collection, log);
        return log;
    }

    void removeLog(String collection) {
        logs.remove(collection);
        leases.release(collection);
    }

    /** Returns the id of this node, which is new each time that it starts. */
    public String node() {
        return node;
    }

    public String name() {
        return settings.name();
    }

    /** Registers the description of this node. It is published to the other nodes now and then every two seconds. */
    public void publishMember(Supplier<Member> self) {
        members.publish(self);
    }

    /** Returns the nodes that have published a description within the last few seconds. */
    public List<Member> members() {
        return members.current();
    }

    private Set<String> nodes() {
        return members().stream().map(Member::node).collect(Collectors.toUnmodifiableSet());
    }

    /** Returns the reason why no write can be accepted in the cluster; empty if no such reason is known. */
    public Optional<String> writeRefusal() {
        return syncWatch.writeRefusal();
    }

    /** Returns the reason why a copy of this node no longer fits the log that the servers have; empty if all fit. */
    public Optional<String> divergence() {
        return logs.values().stream().flatMap(log -> log.divergence().stream()).findFirst();
    }

    /** Returns the reason why a collection accepts no writes, on this node or on all of them. */
    public Optional<String> logTrouble() {
        return logs.values().stream().flatMap(log -> log.trouble().stream()).findFirst();
    }

    /** Describes, in sentences, the documents that differ from the copy of the node that leads their collection. */
    public List<String> differences() {
        return copyWatch.differences();
    }

    /** Returns how many documents have been compared with another node's copy. */
    public long comparedCount() {
        return copyWatch.comparedCount();
    }

    /** Returns a problem that needs an operator's attention; empty if all is well. */
    public Optional<String> trouble() {
        return requestLink
                .disconnectReason()
                .or(consumerLink::disconnectReason)
                .or(this::divergence)
                .or(this::logTrouble)
                .or(this::writeRefusal)
                .or(bucket::trouble)
                .or(() -> logs.values().stream()
                        .flatMap(log -> log.foreignMessage().stream())
                        .findFirst())
                .or(() -> differences().stream().findFirst());
    }

    /** Returns whether both connections are up: requests can be sent, and logs are received. */
    public boolean isConnected() {
        return requestLink.isConnected() && consumerLink.isConnected();
    }

    /** Returns a counter that changes with each disconnect and reconnect. */
    long connectionChanges() {
        return requestLink.connectionChanges() + consumerLink.connectionChanges();
    }

    /** @throws IOException if there never was a connection; also for the methods below */
    Connection requestConnection() throws IOException {
        return requestLink.connection();
    }

    Connection consumerConnection() throws IOException {
        return consumerLink.connection();
    }

    /** Returns the maximum size of a message with its headers; {@link Long#MAX_VALUE} until a server announces it. */
    long maxMessageBytes() throws IOException {
        long announced = requestConnection().getMaxPayload();
        return announced > 0 ? announced : Long.MAX_VALUE;
    }

    JetStream streams() throws IOException {
        return requestLink.streams();
    }

    JetStreamManagement management() throws IOException {
        return requestLink.management();
    }

    /** Runs a request to the servers on another thread. The future fails with the exception that the request throws. */
    <T> CompletableFuture<T> requestAsync(Callable<T> request) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return request.call();
                    } catch (Exception failure) {
                        throw new CompletionException(failure);
                    }
                },
                requestExecutor);
    }

    Leases leases() {
        return leases;
    }

    @Override
    public void close() {
        copyWatch.close();
        leases.close();
        // After the leases are released: a node that learns that this one left tries to take them at once.
        members.close();
        syncWatch.close();
        requestExecutor.shutdownNow();
        closeLinks();
    }

    private void closeLinks() {
        consumerLink.close();
        requestLink.close();
    }
}
