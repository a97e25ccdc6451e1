package vesper.testing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.function.Supplier;

/**
 * What was told of one document where one copy of it was asked, which may be behind others: whether each reader was told
 * what was really written, and nobody less than somebody had been told there before, be it by a read or by having written
 * there. A copy that goes back, as one that is started again may, is another one. Any thread may tell.
 */
public final class LocalHistory {
    /** @param version -1 where it was told that the document is not there */
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
     * Looks whether it all fits.
     *
     * @param values of all versions that there are, by version; 0 for a deletion
     * @throws AssertionError naming what does not
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
