package vesper.records.throttling;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import vesper.records.rules.ThrottlingRule;

/**
 * The counts of one rule, by whom they are for. Their number is bounded and none is ever dropped while it still counts,
 * so that no stranger buys himself a new count by having his own pushed out. Who comes when there is no room shares one
 * of {@value #SHARED} counts with others: he may be refused too early, never too late. Room is made, at most once in
 * each window, by dropping what does not count any more.
 *
 * <p>Any thread may ask; a lock is held for some hundred nanoseconds, but while room is made.
 */
final class Counts {
    static final int SHARED = 1024;

    private final ThrottlingRule rule;
    private int most;
    private final Map<String, WindowCount> byKey = new HashMap<>();
    /** None before somebody finds no room. */
    private @Nullable WindowCount @Nullable [] shared;

    private final int salt;
    private long cleanedInWindow = Long.MIN_VALUE;

    /**
     * Counts for a rule, none yet.
     *
     * @param most keys that have a count of their own
     * @param salt that strangers do not know, so that they cannot choose with whom they share
     */
    Counts(ThrottlingRule rule, int most, int salt) {
        this.rule = rule;
        this.most = most;
        this.salt = salt;
    }

    ThrottlingRule rule() {
        return rule;
    }

    /** Has so many keys have a count of their own from now on; those that have one keep it. */
    synchronized Counts room(int keys) {
        most = keys;
        return this;
    }

    /** See {@link WindowCount#admit}. */
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
