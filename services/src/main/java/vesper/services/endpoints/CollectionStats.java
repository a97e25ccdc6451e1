package vesper.services.endpoints;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Optional;
import vesper.documents.queries.IndexStatus;
import vesper.services.tasks.TasksStatus;

/**
 * How a collection is.
 *
 * @param storage {@code memory} or {@code durable}
 * @param documents how many there are
 * @param sequence of the newest change
 * @param versions how many are kept of a document
 * @param maxBytes of a document as JSON
 * @param timeToLive after which documents that were not changed are deleted
 * @param actions what can be done with a document beside changing it
 * @param index how far what durable documents are found by is behind
 * @param tasks how many run, where documents are tasks
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record CollectionStats(
        String collection,
        String packageName,
        String storage,
        long documents,
        long sequence,
        boolean strict,
        boolean immutable,
        int versions,
        int maxBytes,
        Optional<String> timeToLive,
        List<String> actions,
        Optional<IndexStatus> index,
        Optional<TasksStatus> tasks) {}
