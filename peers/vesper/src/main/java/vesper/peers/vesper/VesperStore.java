package vesper.peers.vesper;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import vesper.codec.Codec;
import vesper.documents.CollectionPolicy;
import vesper.documents.DocumentCollection;
import vesper.documents.DocumentId;
import vesper.documents.Documents;
import vesper.documents.DocumentsOptions;
import vesper.documents.StateForm;
import vesper.journal.SyncPolicy;
import vesper.peers.documents.Kind;
import vesper.peers.documents.Route;
import vesper.peers.documents.State;
import vesper.peers.documents.Store;
import vesper.peers.documents.StoredDocument;

/** A collection of each kind, with the policy that a collection has where nothing else is said. */
final class VesperStore implements Store {
    /** What was written is taken from memory once a second; the second time for certain. */
    private static final Duration REST = Duration.ofSeconds(3);

    private final Documents documents;
    private final DocumentCollection<State> inMemory;
    private final DocumentCollection<State> durable;

    private VesperStore(Documents documents) {
        StateForm<State> form = StateForm.of(State.class, new Codec(false));
        this.documents = documents;
        this.inMemory = documents.collection("memory", form, CollectionPolicy.MEMORY);
        this.durable = documents.collection("durable", form, CollectionPolicy.DURABLE);
    }

    /** Opens what is in the folder, or begins anew. */
    static VesperStore open(Path folder, SyncPolicy sync) throws IOException {
        DocumentsOptions options = DocumentsOptions.DEFAULTS.withSync(sync);
        long cacheBytes = Long.getLong("documents.cacheBytes", options.cacheBytes());
        return new VesperStore(Documents.open(folder, InstantSource.system(), options.withCacheBytes(cacheBytes)));
    }

    @Override
    public StoredDocument document(Kind kind, Route route, String id) {
        if (route != Route.PROCESS) throw new UnsupportedOperationException("documents over HTTP");
        return switch (kind) {
            case MEMORY -> new MemoryNote(inMemory, new DocumentId(id));
            case DURABLE -> new DurableNote(durable, new DocumentId(id));
        };
    }

    @Override
    public void rest(Kind kind) throws InterruptedException {
        if (kind == Kind.DURABLE) Thread.sleep(REST);
    }

    @Override
    public String address() {
        return "";
    }

    @Override
    public void close() {
        documents.close();
    }
}
