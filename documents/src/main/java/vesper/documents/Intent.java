package vesper.documents;

import org.jspecify.annotations.Nullable;

/** What a write wants of the document that is there, and what stands against it. */
enum Intent {
    CREATE,
    PUT,
    DELETE,
    /** What a decision came to, which has looked at all that stands against it, in its turn. */
    DECIDED;

    /** Of a write that names no version. */
    static final long ANY = -1;

    /**
     * @param expected a version or {@link #ANY}
     * @param isThere whether the document is there in the current version
     * @return null where nothing stands against it
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

    /** What stands against a write to a document that is there. */
    static @Nullable Write unexpected(CollectionPolicy policy, long expected, long current) {
        if (expected == current) return null;
        if (expected != ANY) return new Write.Stale(new Version(expected), new Version(current));
        return policy.strict() ? new Write.Unnamed(new Version(current)) : null;
    }

    /** Of the version that it makes, where no decision has said so. */
    Action action(boolean isThere) {
        if (this == DELETE) return Action.DELETED;
        return isThere ? Action.REPLACED : Action.CREATED;
    }
}
