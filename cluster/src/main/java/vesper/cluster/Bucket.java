package vesper.cluster;

import io.nats.client.JetStreamApiException;
import io.nats.client.KeyValue;
import io.nats.client.KeyValueManagement;
import io.nats.client.api.KeyValueConfiguration;
import io.nats.client.api.KeyValueEntry;
import io.nats.client.api.KeyValueOperation;
import io.nats.client.api.KeyValueWatcher;
import io.nats.client.api.StorageType;
import io.nats.client.api.StreamInfo;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A key-value bucket for small values that expire unless they are stored again. If the bucket exists with settings that
 * nodes cannot work with, they are corrected, or the bucket is not used. Thread-safe; each call waits for a server.
 */
final class Bucket implements Leases.Ledger {
    /** Lifetime of a value, from the moment when a server stores it. */
    static final Duration VALUE_TTL = Duration.ofSeconds(8);

    private static final Logger LOG = LoggerFactory.getLogger(Bucket.class);
    /** Interval of the check whether the bucket's settings have been changed. */
    private static final Duration CHECK_INTERVAL = Duration.ofSeconds(30);

    private final Cluster cluster;
    private final String name;
    private final int replicas;
    private @Nullable KeyValue opened;
    private long checkedAtNanos;
    /** A problem that needs an operator's attention; null if all is well. */
    private volatile @Nullable String trouble;

    Bucket(Cluster cluster, String name, int replicas) {
        this.cluster = cluster;
        this.name = name;
        this.replicas = replicas;
    }

    private synchronized KeyValue values() throws IOException, JetStreamApiException {
        KeyValue handle = opened;
        if (handle == null || System.nanoTime() - checkedAtNanos > CHECK_INTERVAL.toNanos()) {
            opened = null;
            checkedAtNanos = System.nanoTime();
            checkSettings();
            handle = cluster.requestConnection().keyValue(name);
            opened = handle;
        }
        return handle;
    }

    /** Creates the bucket if it does not exist, otherwise checks and corrects its settings. */
    private void checkSettings() throws IOException, JetStreamApiException {
        KeyValueManagement buckets = cluster.requestConnection().keyValueManagement();
        try {
            StreamInfo stream = buckets.getStatus(name).getBackingStreamInfo();
            applySettings(new BucketSettings(stream.getConfiguration(), replicas));
        } catch (JetStreamApiException failure) {
            if (!ApiErrors.isNoSuchStream(failure)) throw failure;
            createBucket(buckets);
        }
    }

    private void createBucket(KeyValueManagement buckets) throws IOException, JetStreamApiException {
        try {
            buckets.create(KeyValueConfiguration.builder()
                    .name(name)
                    .storageType(StorageType.File)
                    .replicas(replicas)
                    .ttl(VALUE_TTL)
                    .build());
            trouble = null;
        } catch (JetStreamApiException failure) {
            // If another node has created it first, the next attempt checks that one.
            boolean isRefused = ApiErrors.isPermanent(failure) && !ApiErrors.isConfigurationConflict(failure);
            if (isRefused) recordTrouble("cannot be created: " + failure.getErrorDescription());
            throw failure;
        }
    }

    private void applySettings(BucketSettings settings) throws IOException {
        List<String> fatal = settings.fatalDifferences();
        if (!fatal.isEmpty()) {
            throw new IOException(recordTrouble("cannot be used: " + String.join(", ", fatal)
                    + ". Delete it with \"nats kv del " + name + "\", and a node will create it correctly"));
        }
        List<String> differences = settings.fixableDifferences();
        if (differences.isEmpty()) trouble = null;
        else repair(settings, String.join(", ", differences));
    }

    private void repair(BucketSettings settings, String differences) throws IOException {
        try {
            cluster.management().updateStream(settings.repaired());
            trouble = null;
            LOG.info("corrected the settings of NATS bucket {}: {}", name, differences);
        } catch (IOException | JetStreamApiException refused) {
            String message = recordTrouble("has wrong settings, and correcting them failed (it will be retried): "
                    + differences + "; " + refused.getMessage());
            // Only a wrong lifetime makes leases unreliable. With any other wrong setting the bucket can still be used.
            if (!settings.expiresInTime()) throw new IOException(message, refused);
        }
    }

    private String recordTrouble(String predicate) {
        String message = "NATS bucket " + name + ", which holds members and leases, " + predicate;
        if (!message.equals(trouble)) LOG.error("{}", message);
        trouble = message;
        return message;
    }

    /** Returns a problem that needs an operator's attention; empty if all is well. */
    Optional<String> trouble() {
        return Optional.ofNullable(trouble);
    }

    /**
     * Drops the handle after a failure, since the bucket or the connection may be gone. The next call opens it again.
     */
    private synchronized void invalidate() {
        opened = null;
    }

    void put(String key, byte[] value) throws IOException {
        request(() -> values().put(key, value));
    }

    /** Stores a value if the key has no value. @return its revision; empty if it has one */
    @Override
    public OptionalLong create(String key, byte[] value) throws IOException {
        return emptyOnConflict(() -> values().create(key, value));
    }

    /**
     * Stores a value if the previous one still has the given revision. @return its revision; empty if it has another
     * one
     */
    @Override
    public OptionalLong update(String key, byte[] value, long revision) throws IOException {
        return emptyOnConflict(() -> values().update(key, value, revision));
    }

    @Override
    public void delete(String key, long revision) throws IOException {
        request(() -> {
            values().delete(key, revision);
            return "";
        });
    }

    /** Deletes a value, if a server can be reached. */
    void deleteQuietly(String key) {
        try {
            request(() -> {
                values().delete(key);
                return "";
            });
        } catch (IOException failure) {
            LOG.debug("could not delete {}; it will expire", key, failure);
        }
    }

    /**
     * Watches some keys. Passes on all current values and then all changes; a deleted value is passed on as empty. Ends
     * when the result is closed, or when the servers lose the watch.
     */
    AutoCloseable watch(String keys, BiConsumer<String, Optional<byte[]>> listener) throws IOException {
        KeyValueWatcher watcher = new KeyValueWatcher() {
            @Override
            public void watch(KeyValueEntry entry) {
                boolean isThere = entry.getOperation() == KeyValueOperation.PUT;
                listener.accept(entry.getKey(), isThere ? Optional.ofNullable(entry.getValue()) : Optional.empty());
            }

            @Override
            public void endOfData() {
                // Nothing to do: the watch continues with later changes.
            }
        };
        return request(() -> values().watch(keys, watcher));
    }

    private interface Request<R> {
        R send() throws IOException, JetStreamApiException, InterruptedException;
    }

    private <R> R request(Request<R> request) throws IOException {
        try {
            return request.send();
        } catch (JetStreamApiException refused) {
            invalidate();
            throw new IOException(refused.getMessage(), refused);
        } catch (IOException failure) {
            invalidate();
            throw failure;
        } catch (IllegalStateException closed) {
            invalidate();
            throw new IOException("not connected", closed);
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", interrupt);
        }
    }

    private OptionalLong emptyOnConflict(Request<Long> request) throws IOException {
        return request(() -> {
            try {
                return OptionalLong.of(request.send());
            } catch (JetStreamApiException refused) {
                if (ApiErrors.isWrongLastSequence(refused) || ApiErrors.isSubjectBusy(refused))
                    return OptionalLong.empty();
                throw refused;
            }
        });
    }
}
