package vesper.services.endpoints;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import vesper.documents.queries.IndexStatus;
import vesper.services.tasks.TasksStatus;

/**
 * Statistics and settings of a collection.
 *
 * @param storage {@code memory}, {@code durable} or {@code replicated}
 * @param documents number of documents that the caller may read
 * @param sequence sequence number of the newest change; missing, like the status of the index and of tasks, for callers who may
 *     not read all documents
 * @param versions number of versions kept for each document
 * @param maxBytes maximum size of a document as JSON
 * @param timeToLive time without a change after which a document is deleted
 * @param actions names of the actions on a document
 * @param index status of the index, if there is one
 * @param tasks status of the running tasks, if documents are tasks
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record CollectionStats(
        String collection,
        String packageName,
        String storage,
        long documents,
        OptionalLong sequence,
        boolean strict,
        boolean immutable,
        int versions,
        int maxBytes,
        Optional<String> timeToLive,
        List<String> actions,
        Optional<IndexStatus> index,
        Optional<TasksStatus> tasks) {}
