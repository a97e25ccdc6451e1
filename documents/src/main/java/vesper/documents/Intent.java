package vesper.documents;

import org.jspecify.annotations.Nullable;

/** The kind of a write, and the conditions under which it is refused. */
enum Intent {
    CREATE,
    PUT,
    DELETE,
    /** The result of a decision, which has checked these conditions itself while it held the lock. */
    DECIDED;

    /** Stands for any version, in a write that names none. */
    static final long ANY = -1;

    /**
     * Checks the write against the current version.
     *
     * @param expected a version or {@link #ANY}
     * @param isThere whether the document exists in the current version
     * @return null if the write may proceed
     */
    @Nullable
    Write refusal(CollectionPolicy policy, long expected, long current, boolean isThere) {
        return switch (this) {
            case DECIDED -> null;
            case CREATE -> isThere ? new Write.Exists(new Version(current)) : null;
            case PUT -> {
                if (!isThere) yield expected > 0 ? new Write.Missing() : null;
                if (policy.immutable()) yield new Write.Immutable(new Version(current));
                yield unexpected(policy, expected, current);
            }
            case DELETE -> isThere ? unexpected(policy, expected, current) : new Write.Missing();
        };
    }

    /** Returns the reason to refuse a write to an existing document, or null. */
    static @Nullable Write unexpected(CollectionPolicy policy, long expected, long current) {
        if (expected == current) return null;
        if (expected != ANY) return new Write.Stale(new Version(expected), new Version(current));
        return policy.strict() ? new Write.Unnamed(new Version(current)) : null;
    }

    /** Returns the action of the version that the write makes, unless a decision has set it. */
    Action action(boolean isThere) {
        if (this == DELETE) return Action.DELETED;
        return isThere ? Action.REPLACED : Action.CREATED;
    }
}
