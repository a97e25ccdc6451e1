package vesper.documents.queries;

import java.util.ArrayList;
import java.util.List;

/**
 * In what order hits come: by the first value at each of some paths, and by id among equals. Numbers come before texts,
 * texts by their code points, and what has no value comes last, whichever the direction.
 *
 * @param keys the first decides first; none for the order of ids
 */
public record Order(List<Key> keys) {
    public static final Order BY_ID = new Order(List.of());

    private static final int MOST_KEYS = 4;

    public Order {
        if (keys.size() > MOST_KEYS) throw new IllegalArgumentException(keys.size() + " fields to sort by");
        keys = List.copyOf(keys);
    }

    /** @param path of a value, or {@code _id}, {@code _version}, {@code _time} */
    public record Key(String path, boolean isDescending) {}

    /** Paths with commas between, {@code -} before one for the largest first: {@code -amount,customer.name}. */
    public static Order parse(String text) throws QueryException {
        if (text.isBlank()) return BY_ID;
        List<Key> keys = new ArrayList<>();
        for (String field : text.split(",", -1)) {
            String name = field.strip();
            boolean isDescending = name.startsWith("-");
            String path = isDescending ? name.substring(1) : name;
            if (path.isBlank()) throw new QueryException(0, "there is no name to sort by in '" + text + "'");
            keys.add(new Key(path, isDescending));
        }
        if (keys.size() > MOST_KEYS) {
            throw new QueryException(0, "sorting by " + keys.size() + " fields; at most " + MOST_KEYS + " are taken");
        }
        return new Order(keys);
    }
}
