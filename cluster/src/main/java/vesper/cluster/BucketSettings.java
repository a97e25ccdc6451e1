package vesper.cluster;

import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares the settings of an existing bucket with the required ones, since someone may have created or changed it by
 * hand.
 *
 * @param actual configuration of the stream behind the bucket
 * @param replicas number of servers that should store it
 */
record BucketSettings(StreamConfiguration actual, int replicas) {
    private static final String VALUES = "$KV.";
    private static final String STREAM = "KV_";

    private String name() {
        return actual.getName().substring(STREAM.length());
    }

    /** Lists settings that make the bucket unusable and cannot be changed. */
    List<String> fatalDifferences() {
        List<String> differences = new ArrayList<>();
        if (actual.getStorageType() != StorageType.File) {
            differences.add("it is stored in memory, so revisions start over when the servers restart");
        }
        if (actual.getSealed()) differences.add("it is sealed");
        boolean isFed = actual.getMirror() != null
                || (actual.getSources() != null && !actual.getSources().isEmpty());
        if (isFed || !actual.getSubjects().equals(List.of(VALUES + name() + ".>"))) {
            differences.add("it is fed from another stream");
        }
        return differences;
    }

    /** Lists wrong settings that can be changed. */
    List<String> fixableDifferences() {
        List<String> differences = new ArrayList<>();
        if (!expiresInTime()) differences.add("ttl is " + actual.getMaxAge() + " instead of " + Bucket.VALUE_TTL);
        if (actual.getReplicas() < replicas) {
            differences.add("it has " + actual.getReplicas() + " replicas, but cluster.replicas is " + replicas);
        }
        if (actual.getMaxMsgsPerSubject() != 1)
            differences.add("history is " + actual.getMaxMsgsPerSubject() + " instead of 1");
        boolean isBounded = actual.getMaxMsgs() > 0 || actual.getMaxBytes() > 0 || actual.getMaximumMessageSize() > 0;
        if (isBounded) differences.add("its size is limited");
        return differences;
    }

    /**
     * Returns whether values expire when nodes expect it, so that a holder that stops renewing loses its lease in time.
     */
    boolean expiresInTime() {
        return Bucket.VALUE_TTL.equals(actual.getMaxAge());
    }

    StreamConfiguration repaired() {
        return StreamConfiguration.builder(actual)
                .maxAge(Bucket.VALUE_TTL)
                // Servers reject a window longer than the lifetime.
                .duplicateWindow(Bucket.VALUE_TTL)
                .replicas(Math.max(actual.getReplicas(), replicas))
                .maxMessagesPerSubject(1)
                .maxMessages(-1)
                .maxBytes(-1)
                .maximumMessageSize(-1)
                .build();
    }
}
