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
final class Listening {
    private static final Logger LOG = LoggerFactory.getLogger(Listening.class);

    private final Bucket bucket;
    private final String keys;
    private final LongSupplier turns;
    private final BiConsumer<String, Optional<byte[]>> hearing;
    private @Nullable AutoCloseable watch;
    private long begunInTurn;
    private long begunAtNanos;

    /**
     * @param turns changes whenever the watch may have broken
     * @param hearing receives the values as with {@link Bucket#watch}, on other threads
     */
    Listening(Bucket bucket, String keys, LongSupplier turns, BiConsumer<String, Optional<byte[]>> hearing) {
        this.bucket = bucket;
        this.keys = keys;
        this.turns = turns;
        this.hearing = hearing;
    }

    /** Returns whether the watch is running and no connection has broken since it started. */
    boolean isWhole() {
        return watch != null && begunInTurn == turns.getAsLong();
    }

    boolean isOlderThan(Duration age) {
        return System.nanoTime() - begunAtNanos > age.toNanos();
    }

    /** Starts the watch, in place of an earlier one. It delivers the current values first, then all changes. */
    void begin() throws IOException {
        end();
        begunInTurn = turns.getAsLong();
        begunAtNanos = System.nanoTime();
        watch = bucket.watch(keys, hearing);
    }

    private void end() {
        AutoCloseable before = watch;
        watch = null;
        if (before == null) return;
        try {
            before.close();
        } catch (Exception failure) {
            LOG.debug("{} was not heard any more", keys, failure);
        }
    }
}
