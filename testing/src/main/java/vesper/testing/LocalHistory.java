package vesper.testing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Supplier;

/**
 * A history of the reads and writes of one document at one copy, which may be behind other copies. It checks that each
 * reader saw a version that was really written, and that no reader saw less than an earlier read or write at this copy.
 * Use a new history for a copy that may go back, for example after a restart. Thread-safe.
 */
public final class LocalHistory {
    /** @param version -1 if the response was that the document does not exist */
    private record Act(long begun, long ended, long version, long count) {}

    private static final long NOT_THERE = -1;

    private final List<Act> acts = new ArrayList<>();

    /** @param count the value; 0 for a deletion */
    public void stored(long begun, long ended, long version, long count) {
        add(new Act(begun, ended, version, count));
    }

    public void seen(long begun, long ended, long version, long count) {
        add(new Act(begun, ended, version, count));
    }

    public void missed(long begun, long ended) {
        add(new Act(begun, ended, NOT_THERE, 0));
    }

    private synchronized void add(Act act) {
        acts.add(act);
    }

    public synchronized int size() {
        return acts.size();
    }

    /**
     * Checks the history.
     *
     * @param values the values of all existing versions, by version; 0 for a deletion
     * @throws AssertionError naming the operation that violates it
     */
    public synchronized void check(SortedMap<Long, Long> values) {
        List<Act> byBegin = new ArrayList<>(acts);
        byBegin.sort(Comparator.comparingLong(Act::begun));
        List<Act> byEnd = new ArrayList<>(acts);
        byEnd.sort(Comparator.comparingLong(Act::ended));
        long known = 0;
        int ended = 0;
        for (Act act : byBegin) {
            while (byEnd.get(ended).ended < act.begun) known = Math.max(known, byEnd.get(ended++).version);
            long least = known;
            if (act.version == NOT_THERE) {
                boolean couldMiss = least == 0 || values.tailMap(least).containsValue(0L);
                require(couldMiss, () -> "there all the while, from " + least + " on: " + act);
            } else {
                require(act.version >= least, () -> "after " + least + " was told here: " + act);
                Long value = values.get(act.version);
                require(value != null && value == act.count, () -> act + ", and " + value + " was written");
            }
        }
    }

    private static void require(boolean holds, Supplier<String> what) {
        if (!holds) throw new AssertionError(what.get());
    }
}
