package vesper.services.tasks;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.Optional;

/**
 * What is run of the tasks of a collection.
 *
 * @param parallel how many may run at the same time
 * @param running how many do
 * @param toEnd how many of those were cancelled or deleted, or have expired, and keep their places until their code ends
 * @param toEndSince when the first of those was to end
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record TasksStatus(int parallel, int running, int toEnd, Optional<Instant> toEndSince) {}
