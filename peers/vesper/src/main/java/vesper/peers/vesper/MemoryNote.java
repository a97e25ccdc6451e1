package vesper.peers.vesper;

import vesper.documents.DocumentCollection;
import vesper.documents.DocumentId;
import vesper.documents.Write;
import vesper.peers.documents.RequestCallback;
import vesper.peers.documents.State;
import vesper.peers.documents.StoredDocument;

/** A document in memory, whose calls are answered before they return. */
record MemoryNote(DocumentCollection<State> collection, DocumentId id) implements StoredDocument {
    @Override
    public void create(State state, RequestCallback callback) {
        complete(collection.create(id, state), callback);
    }

    @Override
    public void put(State state, RequestCallback callback) {
        complete(collection.put(id, state), callback);
    }

    @Override
    public void get(RequestCallback callback) {
        if (collection.get(id).isPresent()) callback.succeeded();
        else callback.failed(new IllegalStateException(id + " not found"));
    }

    @Override
    public long version() {
        return collection.version(id).number();
    }

    private static void complete(Write outcome, RequestCallback callback) {
        if (outcome instanceof Write.Stored) callback.succeeded();
        else callback.failed(new IllegalStateException(outcome.toString()));
    }
}
