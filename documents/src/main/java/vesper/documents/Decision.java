package vesper.documents;

import java.util.Optional;

/** Sees the current state of a document and says what becomes of it; see {@link DocumentCollection#decide}. */
@FunctionalInterface
public interface Decision<T> {
    /** @param current empty where there is none */
    Next<T> next(Optional<Document<T>> current);
}
