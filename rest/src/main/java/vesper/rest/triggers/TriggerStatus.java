package vesper.rest.triggers;

import java.time.Instant;
import java.util.Optional;

/**
 * A trigger at one moment.
 *
 * @param packageName the package that brings it; empty for the server's own
 * @param onLeaderOnly whether it works on one node of a cluster at a time
 * @param invocations pieces of work since the server started, those that run now among them
 * @param failures pieces of work that threw
 * @param running pieces of work that run now
 * @param lastAt when the last piece of work began
 * @param lastError what the last failure said
 */
public record TriggerStatus(
        TriggerId id,
        String packageName,
        TriggerState state,
        boolean onLeaderOnly,
        long invocations,
        long failures,
        int running,
        Optional<Instant> lastAt,
        Optional<String> lastError) {}
