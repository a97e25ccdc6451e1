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
    static final Duration LIFE = Duration.ofSeconds(8);

    private static final Logger LOG = LoggerFactory.getLogger(Bucket.class);
    /** Interval of the check whether the bucket's settings have been changed. */
    private static final Duration LOOK = Duration.ofSeconds(30);

    private final Cluster cluster;
    private final String name;
    private final int replicas;
    private @Nullable KeyValue opened;
    private long lookedAtNanos;
    /** A problem that needs an operator's attention; null if all is well. */
    private volatile @Nullable String trouble;

    Bucket(Cluster cluster, String name, int replicas) {
        this.cluster = cluster;
        this.name = name;
        this.replicas = replicas;
    }

    private synchronized KeyValue values() throws IOException, JetStreamApiException {
        KeyValue there = opened;
        if (there == null || System.nanoTime() - lookedAtNanos > LOOK.toNanos()) {
            opened = null;
            lookedAtNanos = System.nanoTime();
            look();
            there = cluster.connection().keyValue(name);
            opened = there;
        }
        return there;
    }

    /** Creates the bucket if it does not exist, otherwise checks and corrects its settings. */
    private void look() throws IOException, JetStreamApiException {
        KeyValueManagement buckets = cluster.connection().keyValueManagement();
        try {
            StreamInfo there = buckets.getStatus(name).getBackingStreamInfo();
            judge(new BucketForm(there.getConfiguration(), replicas));
        } catch (JetStreamApiException failure) {
            if (!ApiErrors.isNoSuchStream(failure)) throw failure;
            make(buckets);
        }
    }

    private void make(KeyValueManagement buckets) throws IOException, JetStreamApiException {
        try {
            buckets.create(KeyValueConfiguration.builder()
                    .name(name)
                    .storageType(StorageType.File)
                    .replicas(replicas)
                    .ttl(LIFE)
                    .build());
            trouble = null;
        } catch (JetStreamApiException failure) {
            // If another node has created it first, the next attempt checks that one.
            boolean isRefused = ApiErrors.isLasting(failure) && !ApiErrors.isMadeOtherwise(failure);
            if (isRefused) say("cannot be made: " + failure.getErrorDescription());
            throw failure;
        }
    }

    private void judge(BucketForm there) throws IOException {
        List<String> unusable = there.unusable();
        if (!unusable.isEmpty()) {
            throw new IOException(say("cannot be used: " + String.join(", ", unusable) + ". Delete it with nats kv del "
                    + name + ", and it is made as it should be"));
        }
        List<String> wrong = there.wrong();
        if (wrong.isEmpty()) trouble = null;
        else setRight(there, String.join(", ", wrong));
    }

    private void setRight(BucketForm there, String wrong) throws IOException {
        try {
            cluster.management().updateStream(there.setRight());
            trouble = null;
            LOG.info("bucket {} of NATS was not as nodes need it, and is set right: {}", name, wrong);
        } catch (IOException | JetStreamApiException refused) {
            String what = say("is not as nodes need it, and could not be set right, which is tried again: " + wrong
                    + "; " + refused.getMessage());
            // Only a wrong lifetime makes leases unreliable. With any other wrong setting the bucket can still be used.
            if (!there.forgetsInTime()) throw new IOException(what, refused);
        }
    }

    private String say(String wrong) {
        String what = "bucket " + name + " of NATS, in which it is written who leads and who is there, " + wrong;
        if (!what.equals(trouble)) LOG.error("{}", what);
        trouble = what;
        return what;
    }

    /** Returns a problem that needs an operator's attention; empty if all is well. */
    Optional<String> trouble() {
        return Optional.ofNullable(trouble);
    }

    /**
     * Drops the handle after a failure, since the bucket or the connection may be gone. The next call opens it again.
     */
    private synchronized void lookAgain() {
        opened = null;
    }

    void put(String key, byte[] value) throws IOException {
        asking(() -> values().put(key, value));
    }

    /** Stores a value if the key has no value. @return its revision; empty if it has one */
    @Override
    public OptionalLong create(String key, byte[] value) throws IOException {
        return unlessOvertaken(() -> values().create(key, value));
    }

    /**
     * Stores a value if the previous one still has the given revision. @return its revision; empty if it has another
     * one
     */
    @Override
    public OptionalLong update(String key, byte[] value, long revision) throws IOException {
        return unlessOvertaken(() -> values().update(key, value, revision));
    }

    @Override
    public void delete(String key, long revision) throws IOException {
        asking(() -> {
            values().delete(key, revision);
            return "";
        });
    }

    /** Deletes a value, if a server can be reached. */
    void forget(String key) {
        try {
            asking(() -> {
                values().delete(key);
                return "";
            });
        } catch (IOException failure) {
            LOG.debug("{} is forgotten by itself", key, failure);
        }
    }

    /**
     * Watches some keys. Passes on all current values and then all changes; a deleted value is passed on as empty. Ends
     * when the result is closed, or when the servers lose the watch.
     */
    AutoCloseable watch(String keys, BiConsumer<String, Optional<byte[]>> telling) throws IOException {
        KeyValueWatcher watcher = new KeyValueWatcher() {
            @Override
            public void watch(KeyValueEntry entry) {
                boolean isThere = entry.getOperation() == KeyValueOperation.PUT;
                telling.accept(entry.getKey(), isThere ? Optional.ofNullable(entry.getValue()) : Optional.empty());
            }

            @Override
            public void endOfData() {
                // Nothing to do: the watch continues with later changes.
            }
        };
        return asking(() -> values().watch(keys, watcher));
    }

    private interface Asking<R> {
        R ask() throws IOException, JetStreamApiException, InterruptedException;
    }

    private <R> R asking(Asking<R> asking) throws IOException {
        try {
            return asking.ask();
        } catch (JetStreamApiException refused) {
            lookAgain();
            throw new IOException(refused.getMessage(), refused);
        } catch (IOException failure) {
            lookAgain();
            throw failure;
        } catch (IllegalStateException closed) {
            lookAgain();
            throw new IOException("not connected", closed);
        } catch (InterruptedException interrupt) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", interrupt);
        }
    }

    private OptionalLong unlessOvertaken(Asking<Long> asking) throws IOException {
        return asking(() -> {
            try {
                return OptionalLong.of(asking.ask());
            } catch (JetStreamApiException refused) {
                if (ApiErrors.isOvertaken(refused) || ApiErrors.isSubjectTaken(refused)) return OptionalLong.empty();
                throw refused;
            }
        });
    }
}
