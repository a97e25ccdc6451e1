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
 * Who does what is to be done once: the node that has stored its name first, for as long as it stores it again. A server
 * forgets it after {@link Bucket#LIFE}, counted from when it has it; the holder gives up earlier, counted from when it
 * began to say it, so that clocks may differ, as long as they run.
 */
final class Leases implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(Leases.class);
    private static final Duration RENEWAL = Duration.ofSeconds(2);
    private static final Duration HELD = Bucket.LIFE.minusSeconds(2);
    private static final String PREFIX = "leads.";

    /** Where it is written who leads. What is written there is numbered, no two the same. */
    interface Ledger {
        /** @return the number; empty where somebody's is there */
        OptionalLong create(String key, byte[] value) throws IOException;

        /** Writes where the one before has this number. @return the new one; empty where it has not */
        OptionalLong update(String key, byte[] value, long revision) throws IOException;

        /** Strikes out what has this number. */
        void delete(String key, long revision) throws IOException;
    }

    /** @param term the revision that it was taken with, which no other time has */
    private record Held(long term, long revision, long saidAtNanos) {
        boolean isSure() {
            return System.nanoTime() - saidAtNanos < HELD.toNanos();
        }
    }

    private final Ledger ledger;
    private final byte[] node;
    private final Set<String> sought = ConcurrentHashMap.newKeySet();
    private final Map<String, Held> held = new ConcurrentHashMap<>();
    private final Rounds rounds = new Rounds("cluster-leases", RENEWAL, this::renew);

    Leases(Ledger ledger, String node) {
        this.ledger = ledger;
        this.node = node.getBytes(UTF_8);
    }

    void start() {
        rounds.start();
    }

    void seek(String what) {
        sought.add(what);
        rounds.wake();
    }

    /** Looks now for what another node has given up. */
    void look() {
        rounds.wake();
    }

    /** Lets another node have it. */
    void leave(String what) {
        sought.remove(what);
        letGo(what);
    }

    private void letGo(String what) {
        try {
            giveUp(what);
        } catch (IOException failure) {
            LOG.debug("the lease of {} ends by itself", what, failure);
        }
    }

    private void giveUp(String what) throws IOException {
        Held was = held.remove(what);
        // What could not be renewed for so long has ended by itself, and who asks waits for servers that are not there.
        if (was != null && was.isSure()) ledger.delete(key(what), was.revision);
    }

    /** Which time this is that somebody holds it; empty where that is not this node, or it cannot be sure. */
    OptionalLong term(String what) {
        Held now = held.get(what);
        if (now == null || !now.isSure() || !sought.contains(what)) return OptionalLong.empty();
        return OptionalLong.of(now.term);
    }

    /** Takes what is free, and says again what is held. */
    void renew() throws IOException {
        // What is held first: it is given up in seconds, and what others have can be taken any time.
        for (String what : sought) if (held.containsKey(what)) renew(what);
        for (String what : sought) if (!held.containsKey(what)) renew(what);
    }

    private void renew(String what) throws IOException {
        Held before = held.get(what);
        long now = System.nanoTime();
        OptionalLong revision =
                before == null ? ledger.create(key(what), node) : ledger.update(key(what), node, before.revision);
        if (revision.isEmpty()) held.remove(what);
        else held.put(what, said(before, revision.getAsLong(), now));
        // Who has left it meanwhile has let go of what was there before, or of nothing.
        if (!sought.contains(what)) letGo(what);
    }

    private static Held said(@Nullable Held before, long revision, long nowNanos) {
        return new Held(before == null ? revision : before.term, revision, nowNanos);
    }

    private static String key(String what) {
        // Keys have the signs that names of collections have.
        return PREFIX + what;
    }

    @Override
    public void close() {
        rounds.close();
        try {
            for (String what : sought) giveUp(what);
        } catch (IOException failure) {
            // Each of them would wait for the same servers.
            LOG.debug("leases end by themselves", failure);
        }
    }
}
