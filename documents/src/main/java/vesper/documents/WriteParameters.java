package vesper.documents;

import org.jspecify.annotations.Nullable;

/**
 * The parameters of a write apart from its value.
 *
 * @param expected a version or {@link Intent#ANY}
 * @param action null if it follows from the intent
 * @param key null if a repeated attempt stores another version
 * @param deadline time limit for learning the outcome, if that depends on other threads or nodes
 */
record WriteParameters(
        Intent intent,
        long expected,
        @Nullable Action action,
        @Nullable IdempotencyKey key,
        RequestDeadline deadline) {
    Action action(boolean isThere) {
        return action == null ? intent.action(isThere) : action;
    }

    /** Returns the parameters for the result of a decision about this version. */
    WriteParameters decided(long version, Action made) {
        return new WriteParameters(intent, version, made, key, deadline);
    }
}
