package vesper.peers.vesper;

import java.util.concurrent.CompletableFuture;
import vesper.documents.DocumentCollection;
import vesper.documents.DocumentId;
import vesper.documents.Write;
import vesper.peers.documents.RequestCallback;
import vesper.peers.documents.State;
import vesper.peers.documents.StoredDocument;

/** A durable document, whose writes are answered once they are acknowledged. */
record DurableNote(DocumentCollection<State> collection, DocumentId id) implements StoredDocument {
    @Override
    public void create(State state, RequestCallback callback) {
        complete(collection.createAsync(id, state), callback);
    }

    @Override
    public void put(State state, RequestCallback callback) {
        complete(collection.putAsync(id, state), callback);
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

    private static void complete(CompletableFuture<Write> write, RequestCallback callback) {
        var _ = write.whenComplete((outcome, failure) -> {
            if (failure != null) callback.failed(failure);
            else if (outcome instanceof Write.Stored) callback.succeeded();
            else callback.failed(new IllegalStateException(outcome.toString()));
        });
    }
}
