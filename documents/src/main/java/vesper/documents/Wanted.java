package vesper.documents;

import org.jspecify.annotations.Nullable;

/**
 * What a write wants beside the value that it stores.
 *
 * @param expected a version or {@link Intent#ANY}
 * @param action null where it follows from the intent
 * @param key null where another attempt stores another version
 * @param patience how long it waits for what comes of it, where others have a say in that
 */
record Wanted(
        Intent intent,
        long expected,
        @Nullable Action action,
        @Nullable IdempotencyKey key,
        Patience patience) {
    Action action(boolean isThere) {
        return action == null ? intent.action(isThere) : action;
    }

    /** What a decision came to, of this version. */
    Wanted decided(long version, Action made) {
        return new Wanted(intent, version, made, key, patience);
    }
}
