package vesper.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What happened to one document, told by all who wrote and read it, and whether there is one order of it all that fits
 * what each was told and when (linearizability; Herlihy and Wing, 1990). Versions name the order, so it need not be
 * searched for: nothing that ended before something else began may come behind it.
 */
final class History {
    /** A moment, before or after every other one. */
    static final class Ticks {
        private final AtomicLong last = new AtomicLong();

        long next() {
            return last.incrementAndGet();
        }
    }

    /**
     * One act.
     *
     * @param version that it stored or has seen; -1 where it was told that the document is not there
     * @param count the value; 0 for a deletion, -1 where it was not told
     */
    private record Act(long begun, long ended, boolean isWrite, long version, long count) {}

    private static final long NOT_THERE = -1;
    private static final long UNKNOWN = -1;

    private final List<Act> acts = Collections.synchronizedList(new ArrayList<>());

    void stored(long begun, long ended, long version, long count) {
        acts.add(new Act(begun, ended, true, version, count));
    }

    void seen(long begun, long ended, long version, long count) {
        acts.add(new Act(begun, ended, false, version, count));
    }

    void seenVersion(long begun, long ended, long version) {
        seen(begun, ended, version, UNKNOWN);
    }

    void missed(long begun, long ended) {
        seen(begun, ended, NOT_THERE, UNKNOWN);
    }

    /** @return the newest version that was stored */
    long check(long firstVersion) {
        Map<Long, Act> writes = new TreeMap<>();
        for (Act act : acts) {
            if (act.isWrite)
                assertThat(writes.put(act.version, act))
                        .as("version stored twice: " + act)
                        .isNull();
        }
        long next = firstVersion;
        for (long version : writes.keySet()) assertThat(version).isEqualTo(++next);
        for (Act act : acts) {
            Act write = writes.get(act.version);
            if (act.count == UNKNOWN || act.version <= firstVersion) continue;
            assertThat(write).as("a version that nobody stored: " + act).isNotNull();
            assertThat(act.count).as("value of " + act).isEqualTo(write.count);
            assertThat(write.begun).as("seen before it was written: " + act).isLessThan(act.ended);
        }
        checkOrder(writes, firstVersion);
        return next;
    }

    private void checkOrder(Map<Long, Act> writes, long firstVersion) {
        List<Act> byBegin = new ArrayList<>(acts);
        byBegin.sort(Comparator.comparingLong(Act::begun));
        List<Act> byEnd = new ArrayList<>(acts);
        byEnd.sort(Comparator.comparingLong(Act::ended));
        long known = firstVersion;
        int ended = 0;
        for (Act act : byBegin) {
            while (ended < byEnd.size() && byEnd.get(ended).ended < act.begun) {
                known = Math.max(known, byEnd.get(ended++).version);
            }
            if (act.version == NOT_THERE) {
                assertThat(couldMiss(act, known, writes))
                        .as("there all the while, from " + known + ": " + act)
                        .isTrue();
            } else {
                assertThat(act.version)
                        .as("after " + known + ": " + act)
                        .isGreaterThanOrEqualTo(act.isWrite ? known + 1 : known);
            }
        }
    }

    /** Whether the document may have been deleted at a moment between. */
    private static boolean couldMiss(Act act, long known, Map<Long, Act> writes) {
        Map<Long, Act> later = new HashMap<>();
        writes.forEach((version, write) -> {
            if (version >= known && write.begun < act.ended) later.put(version, write);
        });
        boolean isKnownToBeThere = writes.containsKey(known) && writes.get(known).count > 0;
        return !isKnownToBeThere || later.values().stream().anyMatch(write -> write.count == 0);
    }
}
