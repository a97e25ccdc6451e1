package vesper.services.collections;

import java.lang.reflect.Type;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import vesper.documents.DocumentCollection;
import vesper.documents.StateForm;
import vesper.documents.queries.QueryIndex;
import vesper.rest.triggers.Trigger;
import vesper.services.access.DocumentRules;
import vesper.services.schemas.DocumentSchema;
import vesper.services.tasks.TasksStatus;
import vesper.services.timers.TimerStore;

/**
 * An open collection with everything that its endpoints need.
 *
 * @param packageName package that declared it
 * @param requestType type that the JSON of clients is read as
 * @param form converts states to JSON
 * @param reader converts JSON to states
 * @param isPatchable true if clients may patch documents
 * @param schema additional schema for documents; empty for no schema
 * @param rules who may read and write which documents
 * @param handlers functions that handle changes
 * @param timers timers of the documents; empty if the package has none
 * @param index index for searches; collections in memory have none and are searched document by document
 * @param activities background activities
 * @param triggers start work on the documents by themselves
 * @param tasks status of the tasks that run here; empty if documents are not tasks, or another node runs them
 */
public record OpenCollection<T>(
        String packageName,
        DocumentCollection<T> documents,
        Type requestType,
        StateForm<T> form,
        StateReader<T> reader,
        boolean isPatchable,
        Optional<DocumentSchema> schema,
        DocumentRules rules,
        Handlers<T> handlers,
        Optional<TimerStore> timers,
        Optional<QueryIndex> index,
        List<Activity> activities,
        List<Trigger> triggers,
        Supplier<Optional<TasksStatus>> tasks) {
    /** Creates a collection whose documents are not tasks. */
    OpenCollection(
            String packageName,
            DocumentCollection<T> documents,
            Type requestType,
            StateForm<T> form,
            StateReader<T> reader,
            boolean isPatchable,
            Optional<DocumentSchema> schema,
            DocumentRules rules,
            Handlers<T> handlers,
            Optional<TimerStore> timers,
            Optional<QueryIndex> index,
            List<Activity> activities,
            List<Trigger> triggers) {
        this(
                packageName,
                documents,
                requestType,
                form,
                reader,
                isPatchable,
                schema,
                rules,
                handlers,
                timers,
                index,
                activities,
                triggers,
                Optional::empty);
    }

    public String name() {
        return documents.name();
    }
}
