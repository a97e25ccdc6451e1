package vesper.access.directory;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import vesper.documents.StorageException;
import vesper.documents.Version;

/**
 * When each API key was last used. A use is noted in memory and stored within a minute, so a crash forgets uses of the
 * last minute at most.
 */
public final class KeyUses implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(KeyUses.class);
    private static final Duration INTERVAL = Duration.ofMinutes(1);

    private final Directory directory;
    private final InstantSource clock;
    private final Map<String, AtomicLong> lastMillis = new ConcurrentHashMap<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread storing;

    public KeyUses(Directory directory, InstantSource clock) {
        this.directory = directory;
        this.clock = clock;
        this.storing = Thread.ofVirtual().name("uses of keys").start(this::storeUntilClosed);
    }

    /** Notes a use now. */
    public void used(String id) {
        AtomicLong last = lastMillis.get(id);
        if (last == null) last = lastMillis.computeIfAbsent(id, _ -> new AtomicLong());
        last.setPlain(clock.millis());
    }

    /** Returns the last use that this node knows of. */
    public Optional<Instant> lastUse(String id) {
        AtomicLong here = lastMillis.get(id);
        Optional<Instant> stored = directory.keyUses().find(id).map(KeyUse::at);
        if (here == null) return stored;
        Instant now = Instant.ofEpochMilli(here.get());
        return Optional.of(stored.filter(other -> other.isAfter(now)).orElse(now));
    }

    /**
     * Forgets the uses of a key that was revoked.
     *
     * @throws IOException if that cannot be stored now
     */
    public void forget(String id) throws IOException {
        lastMillis.remove(id);
        Optional<Stored<KeyUse>> stored = directory.keyUses().stored(id);
        if (stored.isPresent()) directory.keyUses().remove(id, stored.get().version());
    }

    private void storeUntilClosed() {
        try {
            while (!closing.await(INTERVAL.toSeconds(), TimeUnit.SECONDS)) store();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private void store() {
        lastMillis.forEach((id, millis) -> {
            Instant at = Instant.ofEpochMilli(millis.get());
            Optional<Stored<KeyUse>> stored = directory.keyUses().stored(id);
            boolean isNew = stored.isEmpty()
                    || stored.get().member().at().plus(INTERVAL).isBefore(at);
            if (directory.keys().find(id).isEmpty()) {
                // Another node has revoked the key.
                lastMillis.remove(id);
                return;
            }
            if (!isNew) return;
            try {
                directory.keyUses().replace(stored.map(Stored::version).orElse(Version.NONE), new KeyUse(id, at));
            } catch (IOException | StorageException failure) {
                LOG.debug("the use of a key is not stored now", failure);
            }
        });
    }

    @Override
    public void close() {
        closing.countDown();
        try {
            storing.join();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
        store();
    }
}
