package vesper.services.collections;

import java.util.Optional;
import vesper.documents.DocumentCollection;
import vesper.documents.StateForm;
import vesper.documents.queries.QueryIndex;
import vesper.services.schemas.DocumentSchema;

/**
 * A collection that clients use.
 *
 * @param packageName whose it is
 * @param state what documents are read as
 * @param form how states become JSON
 * @param reader how JSON becomes states
 * @param schema what documents have to look like beyond that; empty where nothing is said
 * @param handlers what its package does when a document changes
 * @param index what durable documents are found by; those in memory are looked at one by one
 */
public record OpenCollection<T>(
        String packageName,
        DocumentCollection<T> documents,
        Class<T> state,
        StateForm<T> form,
        StateReader<T> reader,
        Optional<DocumentSchema> schema,
        Handlers<T> handlers,
        Optional<QueryIndex> index) {
    public String name() {
        return documents.name();
    }
}
