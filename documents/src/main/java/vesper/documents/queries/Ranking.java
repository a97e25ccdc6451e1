package vesper.documents.queries;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** A comparator for an {@link Order}, with hashed paths. The first hit is the least. */
final class Ranking implements Comparator<SortPosition> {
    private final List<Order.Key> keys;
    private final long[] paths;

    Ranking(Order order) {
        this.keys = order.keys();
        this.paths = keys.stream().mapToLong(key -> Paths.hashOf(key.path())).toArray();
    }

    int size() {
        return paths.length;
    }

    long path(int index) {
        return paths[index];
    }

    @Override
    public int compare(SortPosition one, SortPosition other) {
        for (int i = 0; i < paths.length; i++) {
            int compared = one.values()
                    .get(i)
                    .compareTo(other.values().get(i), keys.get(i).isDescending());
            if (compared != 0) return compared;
        }
        return Arrays.compareUnsigned(one.id(), other.id());
    }

    /** Compares a row, so that most rows need not become a position. */
    int compare(Row row, SortPosition other) {
        for (int i = 0; i < paths.length; i++) {
            int compared = SortValue.compare(
                    row, paths[i], other.values().get(i), keys.get(i).isDescending());
            if (compared != 0) return compared;
        }
        return Arrays.compareUnsigned(row.bytes(), row.idFrom(), row.idTo(), other.id(), 0, other.id().length);
    }
}
