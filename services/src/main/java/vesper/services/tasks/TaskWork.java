package vesper.services.tasks;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import vesper.services.TaskRun;

/** What is done for a task. Any number of threads may call it at the same time. */
@FunctionalInterface
public interface TaskWork {
    /** @return its result as JSON; null for none */
    @Nullable
    JsonNode run(JsonNode input, TaskRun run) throws Exception;
}
