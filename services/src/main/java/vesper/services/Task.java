package vesper.services;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A piece of work, as its document says it.
 *
 * @param input as it was sent
 * @param progress 0 to 1
 * @param message what its work has said of itself last; null where it has said nothing
 * @param checkpoint from which another attempt goes on; null where none was kept
 * @param result what came of it; null before it is finished, and where it has none
 * @param failure why it failed; null where it did not
 * @param attempts how often it was started
 * @param expiresAt when it fails if it has not ended; null for never
 */
public record Task(
        TaskState state,
        JsonNode input,
        double progress,
        @Nullable String message,
        @Nullable JsonNode checkpoint,
        @Nullable JsonNode result,
        @Nullable String failure,
        int attempts,
        Instant createdAt,
        @Nullable Instant startedAt,
        @Nullable Instant endedAt,
        @Nullable Instant expiresAt) {
    public Task {
        checkpoint = orNull(checkpoint);
        result = orNull(result);
    }

    /** What was read of a text is a node for {@code null} too. */
    private static @Nullable JsonNode orNull(@Nullable JsonNode node) {
        return node == null || node.isNull() ? null : node;
    }

    public static Task created(JsonNode input, Instant now, @Nullable Instant expiresAt) {
        return new Task(TaskState.CREATED, input, 0, null, null, null, null, 0, now, null, null, expiresAt);
    }

    public Task started(Instant now) {
        return new Task(
                TaskState.STARTED,
                input,
                progress,
                message,
                checkpoint,
                null,
                null,
                attempts + 1,
                createdAt,
                now,
                null,
                expiresAt);
    }

    public Task advanced(double share, String saying) {
        return new Task(
                state, input, share, saying, checkpoint, null, null, attempts, createdAt, startedAt, null, expiresAt);
    }

    public Task kept(JsonNode kept) {
        return new Task(
                state, input, progress, message, kept, null, null, attempts, createdAt, startedAt, null, expiresAt);
    }

    public Task finished(@Nullable JsonNode made, Instant now) {
        return ended(TaskState.FINISHED, 1, made, null, now);
    }

    public Task failed(String why, Instant now) {
        return ended(TaskState.FAILED, progress, null, why, now);
    }

    public Task cancelled(Instant now) {
        return ended(TaskState.CANCELLED, progress, null, null, now);
    }

    private Task ended(TaskState how, double share, @Nullable JsonNode made, @Nullable String why, Instant now) {
        return new Task(
                how, input, share, message, checkpoint, made, why, attempts, createdAt, startedAt, now, expiresAt);
    }

    /** To be run again, from what it has kept. */
    public Task again(@Nullable Instant newlyExpiresAt) {
        return new Task(
                TaskState.CREATED,
                input,
                progress,
                null,
                checkpoint,
                null,
                null,
                attempts,
                createdAt,
                null,
                null,
                newlyExpiresAt);
    }

    /** Whether it is not to be run any more at this time. */
    public boolean hasExpired(Instant now) {
        return expiresAt != null && !now.isBefore(expiresAt);
    }
}
