package vesper.peers.vesper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import vesper.codec.Codec;
import vesper.documents.CollectionPolicy;
import vesper.documents.DocumentCollection;
import vesper.documents.DocumentId;
import vesper.documents.Documents;
import vesper.documents.DocumentsOptions;
import vesper.documents.StateForm;
import vesper.http.client.ClientLimits;
import vesper.http.client.HttpClient;
import vesper.journal.SyncPolicy;
import vesper.peers.documents.Kind;
import vesper.peers.documents.Route;
import vesper.peers.documents.State;
import vesper.peers.documents.Store;
import vesper.peers.documents.StoredDocument;
import vesper.services.collections.OpenCollections;
import vesper.services.collections.ReplicationMode;
import vesper.services.webhooks.WebhookSettings;

/**
 * A collection of each kind with default policies. A server is started on first use; from then on, durable documents
 * have the index that they have on a server.
 */
final class VesperStore implements Store {
    /** Written values are dropped from memory once a second, and by the second time for certain. */
    private static final Duration IDLE_TIME = Duration.ofSeconds(3);

    private static final long TIMEOUT_SECONDS = 60;

    /** Above the largest number of requests in flight, so that the client rejects none. */
    private static final int MAX_WAITING = 10_000;

    private final OpenCollections collections;
    private final DocumentCollection<State> inMemory;
    private final DocumentCollection<State> durable;
    private final DocumentCollection<State> replicated;
    private final Codec codec = new Codec(false);
    private final HttpClient client = HttpClient.builder()
            .limits(ClientLimits.DEFAULTS.withWaiting(MAX_WAITING))
            .build();
    /** The server of another process; empty to drive the documents of this one. */
    private final Optional<URI> other;
    /** Empty for a store without a cluster. */
    private final Optional<ClusterNode> node;

    private @Nullable NotesServer server;

    private VesperStore(OpenCollections collections, Optional<URI> other, Optional<ClusterNode> node)
            throws IOException {
        StateForm<State> form = StateForm.of(State.class, codec);
        Documents documents = collections.documents();
        this.collections = collections;
        this.inMemory = documents.collection(NotesServer.collection(Kind.MEMORY), form, CollectionPolicy.MEMORY);
        this.durable = documents.collection(NotesServer.collection(Kind.DURABLE), form, CollectionPolicy.DURABLE);
        this.replicated = documents.collection(
                NotesServer.collection(Kind.REPLICATED),
                form,
                // The same as with the setting documents.replicated=local.
                node.isPresent() ? CollectionPolicy.REPLICATED : CollectionPolicy.DURABLE);
        this.other = other;
        this.node = node;
    }

    /** Opens the documents in the folder, or starts with none. */
    static VesperStore open(Path folder, SyncPolicy sync) throws IOException {
        return open(folder, sync, Optional.empty(), Optional.empty());
    }

    /**
     * Opens the documents of another process's server. The folder is for documents of this process, which are not used.
     */
    static VesperStore of(Path folder, SyncPolicy sync, URI server) throws IOException {
        return open(folder, sync, Optional.of(server), Optional.empty());
    }

    /** Opens the first node of a cluster, which also starts the NATS servers. */
    static VesperStore first(Path folder, SyncPolicy sync, int nodes) throws IOException, InterruptedException {
        return open(folder.resolve("node"), sync, ClusterNode.first(folder.resolve("servers"), nodes));
    }

    /** @param address address of the first node */
    static VesperStore node(Path folder, SyncPolicy sync, int nodes, String address)
            throws IOException, InterruptedException {
        return open(folder, sync, ClusterNode.join(address, nodes));
    }

    private static VesperStore open(Path folder, SyncPolicy sync, ClusterNode node) throws IOException {
        try {
            return open(folder, sync, Optional.empty(), Optional.of(node));
        } catch (IOException | RuntimeException failure) {
            node.close();
            throw failure;
        }
    }

    private static VesperStore open(Path folder, SyncPolicy sync, Optional<URI> other, Optional<ClusterNode> node)
            throws IOException {
        DocumentsOptions options = DocumentsOptions.DEFAULTS.withSync(sync);
        long cacheBytes = Long.getLong("documents.cacheBytes", options.cacheBytes());
        var collections = new OpenCollections(
                folder,
                options.withCacheBytes(cacheBytes),
                node.map(each -> ReplicationMode.inCluster(each.cluster())).orElseGet(ReplicationMode::asDurable),
                WebhookSettings.DEFAULTS,
                InstantSource.system(),
                new SecureRandom());
        try {
            return new VesperStore(collections, other, node);
        } catch (IOException | RuntimeException failure) {
            collections.close();
            throw failure;
        }
    }

    @Override
    public StoredDocument document(Kind kind, Route route, String id) {
        return switch (route) {
            case PROCESS -> inProcess(kind, new DocumentId(id));
            case HTTP ->
                new HttpNote(client, NotesServer.address(other.orElseGet(() -> server().address()), kind, id), codec);
        };
    }

    private StoredDocument inProcess(Kind kind, DocumentId id) {
        return switch (kind) {
            case MEMORY -> new MemoryNote(inMemory, id);
            case DURABLE -> new DurableNote(durable, id);
            case REPLICATED -> new DurableNote(replicated, id);
        };
    }

    private synchronized NotesServer server() {
        NotesServer running = server;
        if (running == null) {
            try {
                server = running = NotesServer.start(collections);
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
        return running;
    }

    @Override
    public void awaitIdle(Kind kind) throws InterruptedException {
        if (kind != Kind.MEMORY) Thread.sleep(IDLE_TIME);
    }

    @Override
    public String address() {
        return node.map(ClusterNode::address).orElseGet(() -> server().address().toString());
    }

    /**
     * Waits until the replicated documents are current. Each node has a NATS server, and the servers form a cluster
     * before the first node has an address.
     */
    @Override
    public void awaitCluster(int count) throws Exception {
        if (node.isEmpty()) throw new UnsupportedOperationException("other nodes");
        replicated.current().get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        client.close();
        if (server != null) server.close();
        collections.close();
        node.ifPresent(ClusterNode::close);
    }
}
