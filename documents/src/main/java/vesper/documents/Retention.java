package vesper.documents;

import java.time.Duration;
import java.util.OptionalLong;

/**
 * The part of a policy that decides how documents are retained. It is stored, so that it also applies while the
 * collection is not open.
 */
record Retention(int versions, long lifeMillis, long tombstoneMillis) {
    static Retention of(CollectionPolicy policy) {
        return new Retention(
                policy.versions(),
                policy.timeToLive().map(Duration::toMillis).orElse(0L),
                policy.tombstones().toMillis());
    }

    /**
     * Returns the policy with this number of versions and this time to live. Its tombstone period is left alone, since
     * a cluster never forgets deletions.
     */
    CollectionPolicy in(CollectionPolicy policy) {
        CollectionPolicy same = policy.withVersions(versions);
        return lifeMillis > 0 ? same.withTimeToLive(Duration.ofMillis(lifeMillis)) : same;
    }

    /**
     * Returns the time at which a version stored then expires, or a tombstone is forgotten, if no version follows it.
     */
    OptionalLong dueAfter(boolean isThere, long atMillis) {
        if (!isThere) return OptionalLong.of(atMillis + tombstoneMillis);
        return lifeMillis > 0 ? OptionalLong.of(atMillis + lifeMillis) : OptionalLong.empty();
    }
}
