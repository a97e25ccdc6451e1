package vesper.peers.vesper;

import java.time.InstantSource;
import vesper.codec.Codec;
import vesper.documents.CollectionPolicy;
import vesper.documents.DocumentCollection;
import vesper.documents.DocumentId;
import vesper.documents.Documents;
import vesper.documents.DocumentsOptions;
import vesper.documents.StateForm;
import vesper.peers.documents.Kind;
import vesper.peers.documents.Route;
import vesper.peers.documents.State;
import vesper.peers.documents.Store;
import vesper.peers.documents.StoredDocument;

/** A collection of states in memory, with the policy that a collection has where nothing else is said. */
final class VesperStore implements Store {
    private final Documents documents;
    private final DocumentCollection<State> inMemory;

    private VesperStore(Documents documents, DocumentCollection<State> inMemory) {
        this.documents = documents;
        this.inMemory = inMemory;
    }

    static VesperStore open() {
        Documents documents = Documents.inMemory(InstantSource.system(), DocumentsOptions.DEFAULTS);
        StateForm<State> form = StateForm.of(State.class, new Codec(false));
        return new VesperStore(documents, documents.collection("notes", form, CollectionPolicy.MEMORY));
    }

    @Override
    public StoredDocument document(Kind kind, Route route, String id) {
        if (kind != Kind.MEMORY) throw new UnsupportedOperationException("documents that are durable");
        if (route != Route.PROCESS) throw new UnsupportedOperationException("documents over HTTP");
        return new Note(inMemory, new DocumentId(id));
    }

    /** What is in memory stays there. */
    @Override
    public void rest(Kind kind) {}

    @Override
    public String address() {
        return "";
    }

    @Override
    public void close() {
        documents.close();
    }
}
