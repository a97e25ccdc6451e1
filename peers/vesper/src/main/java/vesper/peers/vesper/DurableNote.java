package vesper.peers.vesper;

import java.util.concurrent.CompletableFuture;
import vesper.documents.DocumentCollection;
import vesper.documents.DocumentId;
import vesper.documents.Write;
import vesper.peers.documents.Answer;
import vesper.peers.documents.State;
import vesper.peers.documents.StoredDocument;

/** A durable document, whose writes are answered once they are acknowledged. */
record DurableNote(DocumentCollection<State> collection, DocumentId id) implements StoredDocument {
    @Override
    public void create(State state, Answer answer) {
        answer(collection.createAsync(id, state), answer);
    }

    @Override
    public void put(State state, Answer answer) {
        answer(collection.putAsync(id, state), answer);
    }

    @Override
    public void get(Answer answer) {
        answer.done(collection.get(id).isPresent() ? null : new IllegalStateException(id + " is not there"));
    }

    @Override
    public long version() {
        return collection.version(id).number();
    }

    private static void answer(CompletableFuture<Write> write, Answer answer) {
        var _ = write.whenComplete((outcome, failure) -> {
            if (failure != null) answer.done(failure);
            else answer.done(outcome instanceof Write.Stored ? null : new IllegalStateException(outcome.toString()));
        });
    }
}
