package vesper.services.tasks;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.Optional;

/**
 * The number of running tasks of a collection.
 *
 * @param parallel maximum number of tasks that run at the same time
 * @param running number of tasks that run now
 * @param toEnd number of those that were cancelled or deleted or have expired; they keep their slots until their code
 *     ends
 * @param toEndSince time at which the first of those was asked to end
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record TasksStatus(int parallel, int running, int toEnd, Optional<Instant> toEndSince) {}
