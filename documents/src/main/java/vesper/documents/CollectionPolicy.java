package vesper.documents;

import java.time.Duration;
import java.util.Optional;

/**
 * The rules of a collection.
 *
 * @param strict whether each write to an existing document has to name its version
 * @param immutable whether a created document can never change; it can be deleted
 * @param versions number of versions retained of a document, the current one included; always 1 in memory
 * @param maxBytes largest value, in bytes of JSON. In memory only free JSON is measured: measuring an object would cost
 *     more than storing it
 * @param timeToLive age at which a document is deleted, counted from its current version; empty for no limit
 * @param tombstones how long a deleted document is remembered; after that its versions start at 1 again
 * @param changes number of recent changes kept in memory for feeds; a memory collection has no older ones
 * @param firstOutcomes number of idempotency keys remembered, each for at most {@link #KEY_LIFE}; clients' keys and the
 *     platform's own are counted separately
 */
public record CollectionPolicy(
        Storage storage,
        boolean strict,
        boolean immutable,
        int versions,
        int maxBytes,
        Optional<Duration> timeToLive,
        Duration tombstones,
        int changes,
        int firstOutcomes) {
    /** Time for which a repeated attempt is recognised. */
    public static final Duration KEY_LIFE = Duration.ofHours(24);

    private static final Duration FOR_EVER = Duration.ofDays(365_000);

    public static final CollectionPolicy MEMORY = new CollectionPolicy(
            Storage.MEMORY, false, false, 1, 1 << 20, Optional.empty(), Duration.ofDays(1), 4096, 10_000);
    public static final CollectionPolicy DURABLE = new CollectionPolicy(
            Storage.DURABLE, false, false, 100, 1 << 20, Optional.empty(), Duration.ofDays(7), 4096, 10_000);

    /**
     * Defaults of a replicated collection. Its tombstones never expire, so that a document's versions continue
     * correctly even if a node was away.
     */
    public static final CollectionPolicy REPLICATED = new CollectionPolicy(
            Storage.REPLICATED, false, false, 100, 1 << 20, Optional.empty(), FOR_EVER, 4096, 10_000);

    private static final int MOST_VERSIONS = 1_000_000;
    private static final int MOST_BYTES = 16 << 20;
    private static final int MOST_CHANGES = 1 << 20;

    public CollectionPolicy {
        inBounds("versions", versions, 1, MOST_VERSIONS);
        inBounds("maxBytes", maxBytes, 1, MOST_BYTES);
        inBounds("changes", changes, 1, MOST_CHANGES);
        inBounds("firstOutcomes", firstOutcomes, 1, 1_000_000);
        timeToLive.ifPresent(time -> positive("timeToLive", time));
        positive("tombstones", tombstones);
        if (storage == Storage.MEMORY && versions != 1) {
            throw new IllegalArgumentException("a collection in memory retains one version, not " + versions);
        }
        if (storage == Storage.REPLICATED && tombstones.compareTo(FOR_EVER) < 0) {
            throw new IllegalArgumentException(
                    "a replicated collection retains tombstones forever, not for " + tombstones);
        }
    }

    private static void inBounds(String name, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + " " + value + " is not in " + least + " to " + most);
        }
    }

    private static void positive(String name, Duration time) {
        if (!time.isPositive()) throw new IllegalArgumentException(name + " " + time + " is not above 0");
    }

    /** Returns this policy with the storage and the tombstone period of another one. */
    public CollectionPolicy in(CollectionPolicy other) {
        return new CollectionPolicy(
                other.storage,
                strict,
                immutable,
                versions,
                maxBytes,
                timeToLive,
                other.tombstones,
                changes,
                firstOutcomes);
    }

    public CollectionPolicy withStrict(boolean isStrict) {
        return new CollectionPolicy(
                storage, isStrict, immutable, versions, maxBytes, timeToLive, tombstones, changes, firstOutcomes);
    }

    public CollectionPolicy withImmutable(boolean isImmutable) {
        return new CollectionPolicy(
                storage, strict, isImmutable, versions, maxBytes, timeToLive, tombstones, changes, firstOutcomes);
    }

    public CollectionPolicy withVersions(int kept) {
        return new CollectionPolicy(
                storage, strict, immutable, kept, maxBytes, timeToLive, tombstones, changes, firstOutcomes);
    }

    public CollectionPolicy withMaxBytes(int most) {
        return new CollectionPolicy(
                storage, strict, immutable, versions, most, timeToLive, tombstones, changes, firstOutcomes);
    }

    public CollectionPolicy withTimeToLive(Duration time) {
        return new CollectionPolicy(
                storage, strict, immutable, versions, maxBytes, Optional.of(time), tombstones, changes, firstOutcomes);
    }

    public CollectionPolicy withTombstones(Duration time) {
        return new CollectionPolicy(
                storage, strict, immutable, versions, maxBytes, timeToLive, time, changes, firstOutcomes);
    }

    public CollectionPolicy withChanges(int kept) {
        return new CollectionPolicy(
                storage, strict, immutable, versions, maxBytes, timeToLive, tombstones, kept, firstOutcomes);
    }

    public CollectionPolicy withFirstOutcomes(int kept) {
        return new CollectionPolicy(
                storage, strict, immutable, versions, maxBytes, timeToLive, tombstones, changes, kept);
    }
}
