package vesper.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Leases for work that one node at a time must do. The first node to store its id holds the lease, for as long as it
 * keeps storing it. A server drops the value {@link Bucket#VALUE_TTL} after it received it. The holder stops using the
 * lease two seconds earlier, counted from before it sent the value. So clocks may differ, as long as they run at the
 * same speed.
 */
final class Leases implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(Leases.class);
    private static final Duration RENEWAL = Duration.ofSeconds(2);
    private static final Duration VALIDITY = Bucket.VALUE_TTL.minusSeconds(2);
    private static final String PREFIX = "leads.";

    /** Storage for the holders of leases. Each value has a revision, which is unique. */
    interface Ledger {
        /** Stores a value if the key has no value. @return its revision; empty if another node's value is there */
        OptionalLong create(String key, byte[] value) throws IOException;

        /** Replaces the value that has this revision. @return the new revision; empty if the value has another one */
        OptionalLong update(String key, byte[] value, long revision) throws IOException;

        /** Deletes the value that has this revision. */
        void delete(String key, long revision) throws IOException;
    }

    /** @param term the revision under which the node took the lease; each tenure has another one */
    private record Lease(long term, long revision, long renewedAtNanos) {
        boolean isValid() {
            return System.nanoTime() - renewedAtNanos < VALIDITY.toNanos();
        }
    }

    private final Ledger ledger;
    private final byte[] node;
    private final Set<String> wanted = ConcurrentHashMap.newKeySet();
    private final Map<String, Lease> leases = new ConcurrentHashMap<>();
    private final PeriodicTask task = new PeriodicTask("cluster-leases", RENEWAL, this::renew);

    Leases(Ledger ledger, String node) {
        this.ledger = ledger;
        this.node = node.getBytes(UTF_8);
    }

    void start() {
        task.start();
    }

    void acquire(String collection) {
        wanted.add(collection);
        task.runNow();
    }

    /** Tries to take free leases now, for example after another node released its own. */
    void checkNow() {
        task.runNow();
    }

    /** Stops seeking a lease, and releases it for other nodes. */
    void release(String what) {
        wanted.remove(what);
        releaseQuietly(what);
    }

    private void releaseQuietly(String what) {
        try {
            deleteLease(what);
        } catch (IOException failure) {
            LOG.debug("could not release the lease of {}; it will expire", what, failure);
        }
    }

    private void deleteLease(String what) throws IOException {
        Lease was = leases.remove(what);
        // A lease that is no longer sure expires without help. To delete it, this node would wait for unreachable
        // servers.
        if (was != null && was.isValid()) ledger.delete(key(what), was.revision);
    }

    /** Returns the number of this node's current tenure; empty if it does not hold the lease, or cannot be sure. */
    OptionalLong term(String what) {
        Lease now = leases.get(what);
        if (now == null || !now.isValid() || !wanted.contains(what)) return OptionalLong.empty();
        return OptionalLong.of(now.term);
    }

    /** Renews the leases that this node holds, and takes those that are free. */
    void renew() throws IOException {
        // Held leases first: they run out within seconds, while a free lease can be taken at any time.
        for (String what : wanted) if (leases.containsKey(what)) renew(what);
        for (String what : wanted) if (!leases.containsKey(what)) renew(what);
    }

    private void renew(String what) throws IOException {
        Lease before = leases.get(what);
        long now = System.nanoTime();
        OptionalLong revision =
                before == null ? ledger.create(key(what), node) : ledger.update(key(what), node, before.revision);
        if (revision.isEmpty()) leases.remove(what);
        else leases.put(what, renewed(before, revision.getAsLong(), now));
        // A concurrent leave() saw only the previous revision, or none, so the new one is released here.
        if (!wanted.contains(what)) releaseQuietly(what);
    }

    private static Lease renewed(@Nullable Lease before, long revision, long nowNanos) {
        return new Lease(before == null ? revision : before.term, revision, nowNanos);
    }

    private static String key(String what) {
        // Names of collections contain only characters that are valid in keys.
        return PREFIX + what;
    }

    @Override
    public void close() {
        task.close();
        try {
            for (String what : wanted) deleteLease(what);
        } catch (IOException failure) {
            // Do not try the others: each would wait for the same servers.
            LOG.debug("could not release the leases; they will expire", failure);
        }
    }
}
