package vesper.hosting;

import java.util.Map;
import java.util.TreeMap;

/**
 * Where a server runs, as far as the properties of its packages depend on it.
 *
 * @param name {@code prod} for example, which takes in {@code conf/application-prod.properties}; empty for none
 * @param overrides properties by package name and key, {@code orders.currency}; they win over files
 */
public record Environment(String name, Map<String, String> overrides) {
    /** No name and no overrides. */
    public static final Environment NONE = new Environment("", Map.of());

    public Environment {
        overrides = Map.copyOf(overrides);
    }

    /** What is said of this package, by the keys that it knows. */
    Map<String, String> overridesOf(String packageName) {
        String prefix = packageName + ".";
        Map<String, String> own = new TreeMap<>();
        overrides.forEach((key, value) -> {
            if (key.startsWith(prefix)) own.put(key.substring(prefix.length()), value);
        });
        return own;
    }
}
