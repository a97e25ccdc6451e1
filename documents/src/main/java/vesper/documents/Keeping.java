package vesper.documents;

import java.time.Duration;
import java.util.OptionalLong;

/** What has to be known of a collection to keep its documents, also while nobody has opened it. */
record Keeping(int versions, long lifeMillis, long tombstoneMillis) {
    static Keeping of(CollectionPolicy policy) {
        return new Keeping(
                policy.versions(),
                policy.timeToLive().map(Duration::toMillis).orElse(0L),
                policy.tombstones().toMillis());
    }

    /** What a policy has to say so that documents are kept like this, apart from deletions, which a cluster knows for ever. */
    CollectionPolicy in(CollectionPolicy policy) {
        CollectionPolicy same = policy.withVersions(versions);
        return lifeMillis > 0 ? same.withTimeToLive(Duration.ofMillis(lifeMillis)) : same;
    }

    /** When something becomes of a version that was stored then, if nothing follows it. */
    OptionalLong dueAfter(boolean isThere, long atMillis) {
        if (!isThere) return OptionalLong.of(atMillis + tombstoneMillis);
        return lifeMillis > 0 ? OptionalLong.of(atMillis + lifeMillis) : OptionalLong.empty();
    }
}
