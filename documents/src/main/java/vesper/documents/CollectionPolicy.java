package vesper.documents;

import java.time.Duration;
import java.util.Optional;

/**
 * What a collection promises.
 *
 * @param strict whether each write to a document that is there has to name its version
 * @param immutable whether a document that was created never changes; it can be deleted
 * @param versions how many are kept of a document, the current one included; in memory one is, always
 * @param maxBytes of one value as JSON; in memory a record is not measured, since that would cost more than to store it
 * @param timeToLive from a version's time on, after which the document is deleted; empty for ever
 * @param tombstones how long it is known of a deleted document that it was there; its versions begin anew after that
 * @param changes how many changes are kept in memory for those who follow; in memory nothing is behind them
 * @param firstOutcomes how many idempotency keys are known, each for at most {@link #KEY_LIFE}
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
    /** How long a repeated attempt is recognised. */
    public static final Duration KEY_LIFE = Duration.ofHours(24);

    private static final Duration FOR_EVER = Duration.ofDays(365_000);

    public static final CollectionPolicy MEMORY = new CollectionPolicy(
            Storage.MEMORY, false, false, 1, 1 << 20, Optional.empty(), Duration.ofDays(1), 4096, 10_000);
    public static final CollectionPolicy DURABLE = new CollectionPolicy(
            Storage.DURABLE, false, false, 100, 1 << 20, Optional.empty(), Duration.ofDays(7), 4096, 10_000);

    /** Of a cluster, whose nodes never forget what was deleted, so that versions go on where one of them was away. */
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
            throw new IllegalArgumentException("in memory one version is kept, not " + versions);
        }
        if (storage == Storage.REPLICATED && tombstones.compareTo(FOR_EVER) < 0) {
            throw new IllegalArgumentException("in a cluster deletions are known for ever, not for " + tombstones);
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

    /** The same promises, kept as another one keeps them. */
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
