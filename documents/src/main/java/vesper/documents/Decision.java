package vesper.documents;

import java.util.Optional;

/** Decides the next state of a document from its current one; see {@link DocumentCollection#decide}. */
@FunctionalInterface
public interface Decision<T> {
    /**
     * @param current empty if the document does not exist
     */
    Next<T> next(Optional<Document<T>> current);
}
