package vesper.hosting;

import java.util.Map;
import java.util.TreeMap;

/**
 * The environment of a server, which affects the properties of its packages.
 *
 * @param name {@code prod} for example, which includes {@code conf/application-prod.properties}; empty for none
 * @param overrides properties by package name and key, {@code orders.currency}; they take precedence over files
 */
public record Environment(String name, Map<String, String> overrides) {
    /** An environment without name and overrides. */
    public static final Environment NONE = new Environment("", Map.of());

    public Environment {
        overrides = Map.copyOf(overrides);
    }

    /** Returns the overrides for a package, without the prefix of its name. */
    Map<String, String> overridesOf(String packageName) {
        String prefix = packageName + ".";
        Map<String, String> own = new TreeMap<>();
        overrides.forEach((key, value) -> {
            if (key.startsWith(prefix)) own.put(key.substring(prefix.length()), value);
        });
        return own;
    }
}
