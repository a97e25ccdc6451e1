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

/** This node's part in a cluster, from {@link #join} until it is closed. Any thread may call. */
public final class Cluster implements SharedLog.Opening, Closeable {
    private final ClusterSettings settings;
    private final Names names;
    private final String node = UUID.randomUUID().toString();
    /** For questions and what is to be stored. */
    private final Link asking;
    /** For what the logs tell, behind which nothing else has to wait. */
    private final Link following;

    private final ExecutorService questions;
    private final SyncWatch syncWatch;
    private final Bucket bucket;
    private final Leases leases;
    private final Members members;
    private final CopyWatch copyWatch;
    private final Map<String, JetStreamLog> logs = new ConcurrentHashMap<>();

    private Cluster(ClusterSettings settings) {
        this.settings = settings;
        this.names = new Names(settings.name());
        this.asking = new Link(settings, "asking");
        this.following = new Link(settings, "following");
        this.questions = Executors.newVirtualThreadPerTaskExecutor();
        this.syncWatch = new SyncWatch(settings, asking::server, System::nanoTime);
        this.bucket = new Bucket(this, names.bucket(), settings.replicas());
        this.leases = new Leases(bucket, node);
        this.members = new Members(bucket, node, asking::turns, leases::look);
        this.copyWatch = new CopyWatch(bucket, node, logs, this::nodes, asking::turns);
    }

    /**
     * Takes part from now on, as soon as a server answers, and again whenever the connection breaks.
     *
     * @throws IOException where a server answers that does not let this node in, or is not one that this node trusts
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
     * The same, with a connection.
     *
     * @param longestWait for the first of the servers
     * @throws IOException where none is there by then, too
     */
    public static Cluster connect(ClusterSettings settings, Duration longestWait)
            throws IOException, InterruptedException {
        Cluster cluster = join(settings);
        try {
            cluster.asking.await(longestWait);
            return cluster;
        } catch (IOException | InterruptedException failure) {
            cluster.close();
            throw failure;
        }
    }

    private void start() throws IOException, InterruptedException {
        asking.begin();
        if (asking.isConnected()) following.begin();
        else following.connectBeside();
        syncWatch.start();
        leases.start();
        members.start();
        copyWatch.start();
    }

    @Override
    public SharedLog open(String collection, CollectionPolicy policy) throws IOException {
        Optional<String> unsafe = syncWatch.refusal();
        if (unsafe.isPresent()) throw new IOException(unsafe.get());
        leases.seek(collection);
        var log = new JetStreamLog(this, names, collection, policy, settings.replicas());
        logs.put(collection, log);
        return log;
    }

    void leave(String collection) {
        logs.remove(collection);
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

    private Set<String> nodes() {
        return members().stream().map(Member::node).collect(Collectors.toUnmodifiableSet());
    }

    /** Why nothing can be stored in the cluster; empty where nothing is known to stand against it. */
    public Optional<String> whyUnsafe() {
        return syncWatch.whyUnsafe();
    }

    /** Why the copies of this node cannot go on with the logs that the servers have now; empty where they can. */
    public Optional<String> estrangement() {
        return logs.values().stream()
                .flatMap(log -> log.estrangement().stream())
                .findFirst();
    }

    /** Why nothing can be stored in a collection, on this node or on any. */
    public Optional<String> troubleOfLogs() {
        return logs.values().stream().flatMap(log -> log.trouble().stream()).findFirst();
    }

    /** Documents that this node has not as the one has them that leads their collection, in sentences. */
    public List<String> differences() {
        return copyWatch.differences();
    }

    /** How many documents were compared with what another node has. */
    public long compared() {
        return copyWatch.compared();
    }

    /** What an operator should see to; empty where nothing is known. */
    public Optional<String> trouble() {
        return asking.whyMissing()
                .or(following::whyMissing)
                .or(this::estrangement)
                .or(this::troubleOfLogs)
                .or(this::whyUnsafe)
                .or(bucket::trouble)
                .or(() -> logs.values().stream()
                        .flatMap(log -> log.foreign().stream())
                        .findFirst())
                .or(() -> differences().stream().findFirst());
    }

    /** Whether this node speaks with the servers, and is told by them. */
    public boolean isConnected() {
        return asking.isConnected() && following.isConnected();
    }

    /** Changes whenever a connection breaks or is made. */
    long turns() {
        return asking.turns() + following.turns();
    }

    /** @throws IOException where there never was one, as for what is below */
    Connection connection() throws IOException {
        return asking.connection();
    }

    Connection following() throws IOException {
        return following.connection();
    }

    /** Of a message with its fields, as the servers say; {@link Long#MAX_VALUE} where none has said so yet. */
    long mostBytes() throws IOException {
        long said = connection().getMaxPayload();
        return said > 0 ? said : Long.MAX_VALUE;
    }

    JetStream streams() throws IOException {
        return asking.streams();
    }

    JetStreamManagement management() throws IOException {
        return asking.management();
    }

    /** Asks servers, beside the caller; fails with what the question does. */
    <T> CompletableFuture<T> ask(Callable<T> question) {
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return question.call();
                    } catch (Exception failure) {
                        throw new CompletionException(failure);
                    }
                },
                questions);
    }

    Leases leases() {
        return leases;
    }

    @Override
    public void close() {
        copyWatch.close();
        leases.close();
        // Behind them: who hears that this node ends looks at once for what it led.
        members.close();
        syncWatch.close();
        questions.shutdownNow();
        closeLinks();
    }

    private void closeLinks() {
        following.close();
        asking.close();
    }
}
