package vesper.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A watch on some keys of a bucket that can be started again after a connection breaks. Not thread-safe. */
final class BucketWatch {
    private static final Logger LOG = LoggerFactory.getLogger(BucketWatch.class);

    private final Bucket bucket;
    private final String keys;
    private final LongSupplier connectionChanges;
    private final BiConsumer<String, Optional<byte[]>> listener;
    private @Nullable AutoCloseable watch;
    private long startedAtChange;
    private long startedAtNanos;

    /**
     * @param connectionChanges changes whenever the watch may have broken
     * @param listener receives the values as with {@link Bucket#watch}, on other threads
     */
    BucketWatch(
            Bucket bucket, String keys, LongSupplier connectionChanges, BiConsumer<String, Optional<byte[]>> listener) {
        this.bucket = bucket;
        this.keys = keys;
        this.connectionChanges = connectionChanges;
        this.listener = listener;
    }

    /** Returns whether the watch is running and no connection has broken since it started. */
    boolean isIntact() {
        return watch != null && startedAtChange == connectionChanges.getAsLong();
    }

    boolean isOlderThan(Duration age) {
        return System.nanoTime() - startedAtNanos > age.toNanos();
    }

    /** Starts the watch, in place of an earlier one. It delivers the current values first, then all changes. */
    void restart() throws IOException {
        closeWatch();
        startedAtChange = connectionChanges.getAsLong();
        startedAtNanos = System.nanoTime();
        watch = bucket.watch(keys, listener);
    }

    private void closeWatch() {
        AutoCloseable before = watch;
        watch = null;
        if (before == null) return;
        try {
            before.close();
        } catch (Exception failure) {
            LOG.debug("could not close the watch on {}", keys, failure);
        }
    }
}
