package vesper.services.collections;

import java.lang.reflect.Type;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import vesper.documents.DocumentCollection;
import vesper.documents.StateForm;
import vesper.documents.queries.QueryIndex;
import vesper.services.schemas.DocumentSchema;
import vesper.services.tasks.TasksStatus;
import vesper.services.timers.TimerBook;

/**
 * A collection that clients use.
 *
 * @param packageName whose it is
 * @param sent what the JSON that clients send is read as
 * @param form how states become JSON
 * @param reader how JSON becomes states
 * @param isPatched whether clients may change parts of documents
 * @param schema what documents have to look like beyond that; empty where nothing is said
 * @param handlers what its package does when a document changes
 * @param timers of the documents; empty where the package has none
 * @param index what durable documents are found by; those in memory are looked at one by one
 * @param activities what is done with the documents while nobody asks for it
 * @param tasks how those are that run here; empty where documents are no tasks, or are run by another node
 */
public record OpenCollection<T>(
        String packageName,
        DocumentCollection<T> documents,
        Type sent,
        StateForm<T> form,
        StateReader<T> reader,
        boolean isPatched,
        Optional<DocumentSchema> schema,
        Handlers<T> handlers,
        Optional<TimerBook> timers,
        Optional<QueryIndex> index,
        List<Activity> activities,
        Supplier<Optional<TasksStatus>> tasks) {
    /** Of documents that are no tasks. */
    OpenCollection(
            String packageName,
            DocumentCollection<T> documents,
            Type sent,
            StateForm<T> form,
            StateReader<T> reader,
            boolean isPatched,
            Optional<DocumentSchema> schema,
            Handlers<T> handlers,
            Optional<TimerBook> timers,
            Optional<QueryIndex> index,
            List<Activity> activities) {
        this(
                packageName,
                documents,
                sent,
                form,
                reader,
                isPatched,
                schema,
                handlers,
                timers,
                index,
                activities,
                Optional::empty);
    }

    public String name() {
        return documents.name();
    }
}
