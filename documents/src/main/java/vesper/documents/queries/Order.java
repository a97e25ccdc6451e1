package vesper.documents.queries;

import java.util.ArrayList;
import java.util.List;

/**
 * The order of hits: by the first value at each of some paths, then by id. Numbers come before texts, texts are ordered
 * by code points, and documents without a value come last in either direction.
 *
 * @param keys the most significant first; empty for the order of ids
 */
public record Order(List<Key> keys) {
    public static final Order BY_ID = new Order(List.of());

    private static final int MOST_KEYS = 4;

    public Order {
        if (keys.size() > MOST_KEYS)
            throw new IllegalArgumentException("invalid number of sort fields: " + keys.size());
        keys = List.copyOf(keys);
    }

    /** @param path of a value, or {@code _id}, {@code _version}, {@code _time} */
    public record Key(String path, boolean isDescending) {}

    /**
     * Parses paths separated by commas, with {@code -} before a path for descending order:
     * {@code -amount,customer.name}.
     */
    public static Order parse(String text) throws QueryException {
        if (text.isBlank()) return BY_ID;
        List<Key> keys = new ArrayList<>();
        for (String field : text.split(",", -1)) {
            String name = field.strip();
            boolean isDescending = name.startsWith("-");
            String path = isDescending ? name.substring(1) : name;
            if (path.isBlank()) throw new QueryException(0, "a name to sort by is missing in '" + text + "'");
            keys.add(new Key(path, isDescending));
        }
        if (keys.size() > MOST_KEYS) {
            throw new QueryException(
                    0, "too many sort fields: " + keys.size() + "; at most " + MOST_KEYS + " are supported");
        }
        return new Order(keys);
    }
}
