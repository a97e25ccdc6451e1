package vesper.peers.vesper;

import vesper.documents.DocumentCollection;
import vesper.documents.DocumentId;
import vesper.documents.Write;
import vesper.peers.documents.Answer;
import vesper.peers.documents.State;
import vesper.peers.documents.StoredDocument;

/** A document in memory, whose calls are answered before they return. */
record MemoryNote(DocumentCollection<State> collection, DocumentId id) implements StoredDocument {
    @Override
    public void create(State state, Answer answer) {
        answer(collection.create(id, state), answer);
    }

    @Override
    public void put(State state, Answer answer) {
        answer(collection.put(id, state), answer);
    }

    @Override
    public void get(Answer answer) {
        answer.done(collection.get(id).isPresent() ? null : new IllegalStateException(id + " is not there"));
    }

    @Override
    public long version() {
        return collection.version(id).number();
    }

    private static void answer(Write outcome, Answer answer) {
        answer.done(outcome instanceof Write.Stored ? null : new IllegalStateException(outcome.toString()));
    }
}
