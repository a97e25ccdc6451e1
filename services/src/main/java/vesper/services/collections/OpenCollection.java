package vesper.services.collections;

import java.time.InstantSource;
import java.util.Optional;
import vesper.documents.DocumentCollection;
import vesper.documents.StateForm;
import vesper.documents.queries.QueryIndex;
import vesper.services.schemas.DocumentSchema;
import vesper.services.timers.TimerBook;
import vesper.services.timers.TimerRinging;

/**
 * A collection that clients use.
 *
 * @param packageName whose it is
 * @param state what documents are read as
 * @param form how states become JSON
 * @param reader how JSON becomes states
 * @param schema what documents have to look like beyond that; empty where nothing is said
 * @param handlers what its package does when a document changes
 * @param timers of the documents; empty where the package has none
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
        Optional<TimerBook> timers,
        Optional<QueryIndex> index) {
    public String name() {
        return documents.name();
    }

    /** What is done with the documents while nobody asks for it, to be started once requests find the collection. */
    Optional<TimerRinging<T>> ringing(InstantSource clock) {
        return timers.map(book -> new TimerRinging<>(documents, book, new HandlerRinger<>(handlers), clock));
    }
}
