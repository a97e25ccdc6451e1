package vesper.records.throttling;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import vesper.records.rules.ThrottlingRule;

/**
 * The counts of one rule, by key (user or address). Their number is bounded, and a count is never evicted while it
 * still matters; otherwise a client could reset its own count by flooding the table. When the table is full, new keys
 * share one of {@value #SHARED} counts, so that such a client may be rejected too early but never too late. Expired
 * counts are removed at most once in each window.
 *
 * <p>Thread-safe. The lock is held for some hundred nanoseconds, except while expired counts are removed.
 */
final class Counts {
    static final int SHARED = 1024;

    private final ThrottlingRule rule;
    private int most;
    private final Map<String, WindowCount> byKey = new HashMap<>();
    /** Null until a key finds the table full. */
    private @Nullable WindowCount @Nullable [] shared;

    private final int salt;
    private long cleanedInWindow = Long.MIN_VALUE;

    /**
     * Creates an empty table.
     *
     * @param most the number of keys that have a count of their own
     * @param salt a secret, so that clients cannot choose with whom they share a count
     */
    Counts(ThrottlingRule rule, int most, int salt) {
        this.rule = rule;
        this.most = most;
        this.salt = salt;
    }

    ThrottlingRule rule() {
        return rule;
    }

    /** Changes the number of keys that may have a count of their own. Existing counts stay. */
    synchronized Counts room(int keys) {
        most = keys;
        return this;
    }

    /** Counts a request, see {@link WindowCount#admit}. */
    synchronized long admit(String key, long nowMillis) {
        WindowCount own = byKey.get(key);
        if (own == null) own = made(key, nowMillis);
        return own.admit(rule, nowMillis);
    }

    private WindowCount made(String key, long nowMillis) {
        if (byKey.size() >= most) makeRoom(nowMillis);
        if (byKey.size() >= most) return shared(key);
        WindowCount made = new WindowCount();
        byKey.put(key, made);
        return made;
    }

    private WindowCount shared(String key) {
        @Nullable WindowCount[] counts = shared;
        if (counts == null) shared = counts = new WindowCount[SHARED];
        int place = Math.floorMod(mixed(key.hashCode() ^ salt), SHARED);
        WindowCount known = counts[place];
        if (known == null) counts[place] = known = new WindowCount();
        return known;
    }

    private void makeRoom(long nowMillis) {
        long window = Math.floorDiv(nowMillis, rule.every().millis());
        if (window <= cleanedInWindow) return;
        cleanedInWindow = window;
        byKey.values().removeIf(count -> count.isOver(rule, nowMillis));
    }

    private static int mixed(int hash) {
        int mixed = (hash ^ hash >>> 16) * 0x7feb352d;
        mixed = (mixed ^ mixed >>> 15) * 0x846ca68b;
        return mixed ^ mixed >>> 16;
    }

    synchronized int size() {
        return byKey.size();
    }
}
