package vesper.services.tasks;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import vesper.services.TaskRun;

/** The work of a task. Must be thread-safe. */
@FunctionalInterface
public interface TaskWork {
    /** @return the result as JSON; null for no result */
    @Nullable
    JsonNode run(JsonNode input, TaskRun run) throws Exception;
}
