package vesper.cluster;

import io.nats.client.api.StorageType;
import io.nats.client.api.StreamConfiguration;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares the settings of an existing bucket with the required ones, since someone may have created or changed it by
 * hand.
 *
 * @param is configuration of the stream behind the bucket
 * @param replicas number of servers that should store it
 */
record BucketForm(StreamConfiguration is, int replicas) {
    private static final String VALUES = "$KV.";
    private static final String STREAM = "KV_";

    private String name() {
        return is.getName().substring(STREAM.length());
    }

    /** Lists settings that make the bucket unusable and cannot be changed. */
    List<String> unusable() {
        List<String> unusable = new ArrayList<>();
        if (is.getStorageType() != StorageType.File) {
            unusable.add("it is in memory, where servers that are started again count from the beginning");
        }
        if (is.getSealed()) unusable.add("it is sealed");
        boolean isFed = is.getMirror() != null
                || (is.getSources() != null && !is.getSources().isEmpty());
        if (isFed || !is.getSubjects().equals(List.of(VALUES + name() + ".>"))) {
            unusable.add("it has values that come from elsewhere");
        }
        return unusable;
    }

    /** Lists wrong settings that can be changed. */
    List<String> wrong() {
        List<String> wrong = new ArrayList<>();
        if (!forgetsInTime()) wrong.add("values live for " + is.getMaxAge() + " and not for " + Bucket.LIFE);
        if (is.getReplicas() < replicas) {
            wrong.add("it is on " + is.getReplicas() + " of the servers and not on " + replicas
                    + ", as cluster.replicas says");
        }
        if (is.getMaxMsgsPerSubject() != 1) wrong.add("history is " + is.getMaxMsgsPerSubject() + " and not 1");
        boolean isBounded = is.getMaxMsgs() > 0 || is.getMaxBytes() > 0 || is.getMaximumMessageSize() > 0;
        if (isBounded) wrong.add("it has room for so much and no more");
        return wrong;
    }

    /**
     * Returns whether values expire when nodes expect it, so that a holder that stops renewing loses its lease in time.
     */
    boolean forgetsInTime() {
        return Bucket.LIFE.equals(is.getMaxAge());
    }

    StreamConfiguration setRight() {
        return StreamConfiguration.builder(is)
                .maxAge(Bucket.LIFE)
                // Servers reject a window longer than the lifetime.
                .duplicateWindow(Bucket.LIFE)
                .replicas(Math.max(is.getReplicas(), replicas))
                .maxMessagesPerSubject(1)
                .maxMessages(-1)
                .maxBytes(-1)
                .maximumMessageSize(-1)
                .build();
    }
}
