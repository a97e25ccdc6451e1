package vesper.cluster;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hears what is said under some keys of a bucket, until what it hears through is broken; then it has to begin anew. Of one thread. */
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
     * @param turns changes whenever what was heard through may be broken
     * @param hearing as {@link Bucket#watch} tells it, on other threads
     */
    Listening(Bucket bucket, String keys, LongSupplier turns, BiConsumer<String, Optional<byte[]>> hearing) {
        this.bucket = bucket;
        this.keys = keys;
        this.turns = turns;
        this.hearing = hearing;
    }

    /** Whether nothing is known to be broken since it began. */
    boolean isWhole() {
        return watch != null && begunInTurn == turns.getAsLong();
    }

    boolean isOlderThan(Duration age) {
        return System.nanoTime() - begunAtNanos > age.toNanos();
    }

    /** Hears all that is there, and what comes. */
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
