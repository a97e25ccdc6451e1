package vesper.testing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * A history of all reads and writes of one document, and a check that it is linearizable (Herlihy and Wing, 1990). The
 * versions give the order of operations, so the check need not search for one: an operation that ended before another
 * started must not come after it. Thread-safe.
 */
public final class History {
    /** Distinct, increasing timestamps in nanoseconds of {@link System#nanoTime}. */
    public static final class Ticks {
        private final AtomicLong last = new AtomicLong(System.nanoTime());

        public long next() {
            return last.updateAndGet(before -> Math.max(before + 1, System.nanoTime()));
        }
    }

    /**
     * A read or write.
     *
     * @param version the version that it stored or saw; -1 if the response was that the document does not exist
     * @param count the value; 0 for a deletion, -1 if the response did not have it
     */
    private record Act(long begun, long ended, boolean isWrite, long version, long count) {
        boolean isBefore(Act other) {
            return ended < other.begun;
        }
    }

    private static final long NOT_THERE = -1;
    private static final long UNKNOWN = -1;
    private static final long NEVER = Long.MAX_VALUE;

    private final long firstVersion;
    private final List<Act> acts = new ArrayList<>();
    /** Writes with an unknown outcome; {@link #settle} finds their versions. */
    private final List<Act> unsure = new ArrayList<>();

    /** @param firstVersion the document's version before the first act, 0 if it never existed */
    public History(long firstVersion) {
        this.firstVersion = firstVersion;
    }

    /** @param count above 0 and unique among all writes; 0 for a deletion */
    public void stored(long begun, long ended, long version, long count) {
        add(acts, new Act(begun, ended, true, version, count));
    }

    /** Records a write with an unknown outcome: it may be stored now, later, or never. */
    public void unsure(long begun, long count) {
        add(unsure, new Act(begun, NEVER, true, UNKNOWN, count));
    }

    /** @param begun the start of the read, minus the possible age that its response states */
    public void seen(long begun, long ended, long version, long count) {
        add(acts, new Act(begun, ended, false, version, count));
    }

    public void seenVersion(long begun, long ended, long version) {
        seen(begun, ended, version, UNKNOWN);
    }

    public void missed(long begun, long ended) {
        seen(begun, ended, NOT_THERE, UNKNOWN);
    }

    private synchronized void add(List<Act> to, Act act) {
        to.add(act);
    }

    /**
     * Resolves the writes with an unknown outcome.
     *
     * @param values the values of all existing versions, by version; 0 for a deletion
     */
    public synchronized void settle(SortedMap<Long, Long> values) {
        SortedMap<Long, Act> writes = writes();
        values.forEach((version, count) -> {
            if (version <= firstVersion || writes.containsKey(version)) return;
            // Deletions all look the same, so the first one sent stands for any of them.
            Act sent = unsure.stream()
                    .filter(act -> act.count == count)
                    .min(Comparator.comparingLong(Act::begun))
                    .orElseThrow(() ->
                            new AssertionError("version " + version + " with " + count + ", which nobody has sent"));
            unsure.remove(sent);
            acts.add(new Act(sent.begun, NEVER, true, version, count));
        });
    }

    /**
     * Checks the history.
     *
     * @return the newest version that was stored
     * @throws AssertionError naming the operation that violates it
     */
    public synchronized long check() {
        SortedMap<Long, Act> writes = writes();
        long newest = firstVersion;
        for (long version : writes.keySet()) {
            long next = newest + 1;
            require(version == next, () -> "version " + next + " is missing before " + writes.get(version));
            newest = next;
        }
        for (Act act : acts) checkSeen(act, writes);
        checkOrder(writes);
        return newest;
    }

    private SortedMap<Long, Act> writes() {
        SortedMap<Long, Act> writes = new TreeMap<>();
        for (Act act : acts) {
            if (!act.isWrite) continue;
            Act other = writes.put(act.version, act);
            require(other == null, () -> "stored twice: " + other + " and " + act);
        }
        return writes;
    }

    private void checkSeen(Act act, Map<Long, Act> writes) {
        if (act.version <= firstVersion) return;
        Act write = writes.get(act.version);
        if (write == null) throw new AssertionError("a version that nobody has stored: " + act);
        require(act.count == UNKNOWN || act.count == write.count, () -> act + " has another value than " + write);
        require(!act.isBefore(write), () -> act + " is before " + write);
    }

    private void checkOrder(SortedMap<Long, Act> writes) {
        List<Act> byBegin = new ArrayList<>(acts);
        byBegin.sort(Comparator.comparingLong(Act::begun));
        List<Act> byEnd = new ArrayList<>(acts);
        byEnd.sort(Comparator.comparingLong(Act::ended));
        // The act with the newest version among those that have ended.
        Act known = new Act(Long.MIN_VALUE, Long.MIN_VALUE, false, firstVersion, UNKNOWN);
        int ended = 0;
        for (Act act : byBegin) {
            for (; byEnd.get(ended).isBefore(act); ended++) {
                if (byEnd.get(ended).version > known.version) known = byEnd.get(ended);
            }
            Act last = known;
            long least = last.version;
            if (act.version == NOT_THERE) {
                require(
                        couldMiss(act, least, writes),
                        () -> "there all the while, from " + least + " on: " + act + " is behind " + last);
            } else {
                require(
                        act.version >= (act.isWrite ? least + 1 : least),
                        () -> "after " + least + ": " + act + " is behind " + last);
            }
        }
    }

    /** Returns whether the document may have been deleted at some moment of the act. */
    private static boolean couldMiss(Act act, long known, SortedMap<Long, Act> writes) {
        Act last = writes.get(known);
        boolean isKnownToBeThere = last != null && last.count > 0;
        return !isKnownToBeThere
                || writes.tailMap(known).values().stream().anyMatch(write -> write.count == 0 && !act.isBefore(write));
    }

    private static void require(boolean holds, Supplier<String> what) {
        if (!holds) throw new AssertionError(what.get());
    }
}
