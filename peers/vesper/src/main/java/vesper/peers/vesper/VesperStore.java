package vesper.peers.vesper;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
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
import vesper.services.collections.Replicated;
import vesper.services.webhooks.WebhookSettings;

/**
 * A collection of each kind, with the policy that a collection has where nothing else is said. A server is around them once
 * somebody asks for it; then durable documents have the index that they have on a server.
 */
final class VesperStore implements Store {
    /** What was written is taken from memory once a second; the second time for certain. */
    private static final Duration REST = Duration.ofSeconds(3);
    /** In flight are at most so many, and none is to be refused. */
    private static final int MOST_WAITING = 10_000;

    private final OpenCollections collections;
    private final DocumentCollection<State> inMemory;
    private final DocumentCollection<State> durable;
    private final Codec codec = new Codec(false);
    private final HttpClient client = HttpClient.builder()
            .limits(ClientLimits.DEFAULTS.withWaiting(MOST_WAITING))
            .build();
    /** Of another process; empty where documents are driven that this one has. */
    private final Optional<URI> other;

    private @Nullable NotesServer server;

    private VesperStore(OpenCollections collections, Optional<URI> other) throws IOException {
        StateForm<State> form = StateForm.of(State.class, codec);
        Documents documents = collections.documents();
        this.collections = collections;
        this.inMemory = documents.collection(NotesServer.collection(Kind.MEMORY), form, CollectionPolicy.MEMORY);
        this.durable = documents.collection(NotesServer.collection(Kind.DURABLE), form, CollectionPolicy.DURABLE);
        this.other = other;
    }

    /** Opens what is in the folder, or begins anew. */
    static VesperStore open(Path folder, SyncPolicy sync) throws IOException {
        return open(folder, sync, Optional.empty());
    }

    /** The documents of another process's server; the folder is for those of this one, which nobody asks for. */
    static VesperStore of(Path folder, SyncPolicy sync, URI server) throws IOException {
        return open(folder, sync, Optional.of(server));
    }

    private static VesperStore open(Path folder, SyncPolicy sync, Optional<URI> other) throws IOException {
        DocumentsOptions options = DocumentsOptions.DEFAULTS.withSync(sync);
        long cacheBytes = Long.getLong("documents.cacheBytes", options.cacheBytes());
        return new VesperStore(
                new OpenCollections(
                        folder,
                        options.withCacheBytes(cacheBytes),
                        Replicated.refused(),
                        WebhookSettings.DEFAULTS,
                        InstantSource.system(),
                        new SecureRandom()),
                other);
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
    public void rest(Kind kind) throws InterruptedException {
        if (kind == Kind.DURABLE) Thread.sleep(REST);
    }

    @Override
    public String address() {
        return server().address().toString();
    }

    @Override
    public void close() {
        client.close();
        if (server != null) server.close();
        collections.close();
    }
}
