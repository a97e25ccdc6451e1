package vesper.hosting;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * What a service may ask for in its constructor, by type. The server puts in what it has; the package's own
 * {@link Properties}, or a {@code Map} of the same, are there besides.
 *
 * <p>Immutable: {@link #with} gives another one.
 */
public final class Given {
    private static final Given NOTHING = new Given(Map.of());

    private final Map<Class<?>, Function<String, ?>> byType;

    private Given(Map<Class<?>, Function<String, ?>> byType) {
        this.byType = byType;
    }

    public static Given nothing() {
        return NOTHING;
    }

    /** One object for every package. */
    public <T> Given with(Class<T> type, T object) {
        return withEach(type, _ -> object);
    }

    /**
     * An object for each package.
     *
     * @param byPackageName called with the package's name whenever one of its services is made
     */
    public <T> Given withEach(Class<T> type, Function<String, T> byPackageName) {
        Map<Class<?>, Function<String, ?>> more = new HashMap<>(byType);
        more.put(type, byPackageName);
        return new Given(Map.copyOf(more));
    }

    boolean has(Class<?> type) {
        return type == Properties.class || type == Map.class || byType.containsKey(type);
    }

    /** What a package is given for a type. */
    Optional<Object> of(Class<?> type, PackageContents contents) {
        if (type == Map.class) return Optional.of(contents.configuration());
        if (type == Properties.class) {
            Properties properties = new Properties();
            properties.putAll(contents.configuration());
            return Optional.of(properties);
        }
        return Optional.ofNullable(byType.get(type))
                .map(each -> each.apply(contents.descriptor().name()));
    }

    /** Names of the types there are, for messages. */
    Set<String> typeNames() {
        Set<String> names = new TreeSet<>(Set.of("Properties", "Map"));
        byType.keySet().forEach(type -> names.add(type.getSimpleName()));
        return names;
    }
}
