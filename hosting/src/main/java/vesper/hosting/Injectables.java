package vesper.hosting;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The objects that services can inject into their constructors, by type. The server registers what it offers. In
 * addition, services can always inject the {@link Properties} of their package, or a {@code Map} with the same content.
 *
 * <p>Immutable: {@link #with} returns a copy.
 */
public final class Injectables {
    private static final Injectables NONE = new Injectables(Map.of());

    private final Map<Class<?>, Function<String, ?>> byType;

    private Injectables(Map<Class<?>, Function<String, ?>> byType) {
        this.byType = byType;
    }

    public static Injectables none() {
        return NONE;
    }

    /** Returns a copy that offers one object to all packages. */
    public <T> Injectables with(Class<T> type, T object) {
        return withEach(type, _ -> object);
    }

    /**
     * Returns a copy that offers a separate object to each package.
     *
     * @param byPackageName called with the package's name whenever a service is created
     */
    public <T> Injectables withEach(Class<T> type, Function<String, T> byPackageName) {
        Map<Class<?>, Function<String, ?>> more = new HashMap<>(byType);
        more.put(type, byPackageName);
        return new Injectables(Map.copyOf(more));
    }

    boolean has(Class<?> type) {
        return type == Properties.class || type == Map.class || byType.containsKey(type);
    }

    /** Returns the object of a type for a package. */
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

    /** Returns the names of the available types, for messages. */
    Set<String> typeNames() {
        Set<String> names = new TreeSet<>(Set.of("Properties", "Map"));
        byType.keySet().forEach(type -> names.add(type.getSimpleName()));
        return names;
    }
}
