package vesper.cluster;

import io.nats.client.JetStreamApiException;
import io.nats.client.KeyValue;
import io.nats.client.KeyValueManagement;
import io.nats.client.api.KeyValueConfiguration;
import io.nats.client.api.KeyValueEntry;
import io.nats.client.api.KeyValueOperation;
import io.nats.client.api.KeyValueWatcher;
import io.nats.client.api.StorageType;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Small values of a cluster that are forgotten unless they are said again. Any thread may call; each call asks a server. */
final class Bucket implements Leases.Ledger {
    /** From when a server has a value. */
    static final Duration LIFE = Duration.ofSeconds(8);

    private static final Logger LOG = LoggerFactory.getLogger(Bucket.class);
    private static final int NO_SUCH_STREAM = 10059;
    private static final int WRONG_LAST_SEQUENCE = 10071;
    private static final int WRONG_LAST_SEQUENCE_CONSTANT = 10164;

    private final Cluster cluster;
    private final KeyValueConfiguration wanted;
    private @Nullable KeyValue opened;

    Bucket(Cluster cluster, String name, int replicas) {
        this.cluster = cluster;
        this.wanted = KeyValueConfiguration.builder()
                .name(name)
                .storageType(StorageType.File)
                .replicas(replicas)
                .ttl(LIFE)
                .build();
    }

    private synchronized KeyValue values() throws IOException, JetStreamApiException {
        KeyValue there = opened;
        if (there == null) {
            make();
            there = cluster.connection().keyValue(wanted.getBucketName());
            opened = there;
        }
        return there;
    }

    private void make() throws IOException, JetStreamApiException {
        KeyValueManagement buckets = cluster.connection().keyValueManagement();
        try {
            buckets.getStatus(wanted.getBucketName());
        } catch (JetStreamApiException failure) {
            if (failure.getApiErrorCode() != NO_SUCH_STREAM) throw failure;
            buckets.create(wanted);
        }
    }

    /** It may be gone, and the connection too. */
    private synchronized void lookAgain() {
        opened = null;
    }

    void put(String key, byte[] value) throws IOException {
        asking(() -> values().put(key, value));
    }

    /** Stores a value where there is none. @return its revision; empty where somebody has one there */
    @Override
    public OptionalLong create(String key, byte[] value) throws IOException {
        return unlessOvertaken(() -> values().create(key, value));
    }

    /** Stores a value if the one before is still there. @return its revision; empty where it is not */
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

    /** Takes a value back, where a server can be asked. */
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
     * Tells of values under these keys, those that are there and those that come, until what comes back is closed or its
     * servers have forgotten of it; of one that was taken back without it.
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
                // There is more to come.
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
                int code = refused.getApiErrorCode();
                if (code == WRONG_LAST_SEQUENCE || code == WRONG_LAST_SEQUENCE_CONSTANT) return OptionalLong.empty();
                throw refused;
            }
        });
    }
}
