package vesper.documents;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * The ids of documents in memory, in order: a sorted array, which takes next to no memory for each id, and a set of the
 * ids added since the array was built. Removed ids stay until the next merge; a listing skips them.
 */
final class OrderedIds {
    private static final int LEAST_ADDED = 1024;
    /** The array is rebuilt when a quarter of its size was added, so that each id is copied only a few times. */
    private static final int SHARE_ADDED = 4;

    private final Predicate<DocumentId> isKept;
    private final ConcurrentSkipListSet<DocumentId> added = new ConcurrentSkipListSet<>();
    private final AtomicInteger countAdded = new AtomicInteger();
    private volatile DocumentId[] sorted = {};

    OrderedIds(Predicate<DocumentId> isKept) {
        this.isKept = isKept;
    }

    void add(DocumentId id) {
        added.add(id);
        int most = LEAST_ADDED + sorted.length / SHARE_ADDED;
        if (countAdded.incrementAndGet() > most) merge(most);
    }

    /** Returns the ids that follow, in order; fewer than the limit at the end. */
    List<DocumentId> next(Optional<DocumentId> after, int limit) {
        // Read the set first: a concurrent merge puts ids into the array before it removes them from the set.
        List<DocumentId> fresh = after.map(id -> added.tailSet(id, false)).orElse(added).stream()
                .limit(limit)
                .toList();
        DocumentId[] old = sorted;
        int at = after.map(id -> firstBehind(old, id)).orElse(0);
        List<DocumentId> found = new ArrayList<>(limit);
        int i = 0;
        while (found.size() < limit && (at < old.length || i < fresh.size())) {
            int order = at == old.length ? 1 : i == fresh.size() ? -1 : old[at].compareTo(fresh.get(i));
            found.add(order <= 0 ? old[at] : fresh.get(i));
            if (order <= 0) at++;
            if (order >= 0) i++;
        }
        return found;
    }

    private static int firstBehind(DocumentId[] ids, DocumentId id) {
        int at = Arrays.binarySearch(ids, id);
        return at >= 0 ? at + 1 : -at - 1;
    }

    private synchronized void merge(int most) {
        if (countAdded.get() <= most) return;
        List<DocumentId> merging = new ArrayList<>(added);
        DocumentId[] old = sorted;
        DocumentId[] merged = new DocumentId[old.length + merging.size()];
        int count = 0;
        int i = 0;
        for (int at = 0; at < old.length || i < merging.size(); ) {
            int order = at == old.length ? 1 : i == merging.size() ? -1 : old[at].compareTo(merging.get(i));
            DocumentId next = order <= 0 ? old[at] : merging.get(i);
            if (order <= 0) at++;
            if (order >= 0) i++;
            if (order >= 0 || isKept.test(next)) merged[count++] = next;
        }
        sorted = Arrays.copyOf(merged, count);
        merging.forEach(added::remove);
        countAdded.addAndGet(-merging.size());
    }
}
