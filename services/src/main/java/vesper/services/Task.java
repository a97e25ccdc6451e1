package vesper.services;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A piece of work that runs in the background, as clients see it in its document.
 *
 * @param input the input as the client sent it
 * @param progress 0 to 1
 * @param message the last message that its method reported; null if it reported none yet
 * @param checkpoint the state from which another attempt continues; null if none was stored
 * @param result the result; null before the task is finished, and if it has no result
 * @param failure reason of the failure; null if the task did not fail
 * @param attempts number of times it was started
 * @param expiresAt time at which it fails if it has not ended; null for never
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

    /** Replaces a node for JSON {@code null}, which Jackson reads for an absent value, by null. */
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

    public Task withProgress(double share, String newMessage) {
        return new Task(
                state,
                input,
                share,
                newMessage,
                checkpoint,
                null,
                null,
                attempts,
                createdAt,
                startedAt,
                null,
                expiresAt);
    }

    public Task withCheckpoint(JsonNode newCheckpoint) {
        return new Task(
                state,
                input,
                progress,
                message,
                newCheckpoint,
                null,
                null,
                attempts,
                createdAt,
                startedAt,
                null,
                expiresAt);
    }

    public Task finished(@Nullable JsonNode newResult, Instant now) {
        return withEnd(TaskState.FINISHED, 1, newResult, null, now);
    }

    public Task failed(String newFailure, Instant now) {
        return withEnd(TaskState.FAILED, progress, null, newFailure, now);
    }

    public Task cancelled(Instant now) {
        return withEnd(TaskState.CANCELLED, progress, null, null, now);
    }

    private Task withEnd(
            TaskState newState, double share, @Nullable JsonNode newResult, @Nullable String newFailure, Instant now) {
        return new Task(
                newState,
                input,
                share,
                message,
                checkpoint,
                newResult,
                newFailure,
                attempts,
                createdAt,
                startedAt,
                now,
                expiresAt);
    }

    /** Returns a task to run again, from its last checkpoint. */
    public Task retried(@Nullable Instant newlyExpiresAt) {
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

    /** Checks whether the time at which it expires has come. */
    public boolean hasExpired(Instant now) {
        return expiresAt != null && !now.isBefore(expiresAt);
    }
}
