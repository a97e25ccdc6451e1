package vesper.rest.routing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import vesper.http.Method;

/** The routes of all methods of one path pattern. */
final class Resource {
    private final Map<Method, List<TableEntry>> byMethod = new EnumMap<>(Method.class);
    private final Map<Method, TableEntry> alone = new EnumMap<>(Method.class);
    private boolean exclusive;

    /**
     * Adds a route while the table is built.
     *
     * @throws AmbiguousRouteException if another one answers the same requests
     */
    void add(TableEntry entry) {
        Method method = entry.route.method();
        List<TableEntry> entries = byMethod.computeIfAbsent(method, _ -> new ArrayList<>(1));
        for (TableEntry other : entries) {
            if (entry.clashes(other)) throw new AmbiguousRouteException(other.route, entry.route);
        }
        entries.add(entry);
        exclusive |= entry.route.exclusive();
        // Where conditions, or a client that takes anything, leave two routes equal, the order of publishing does not
        // decide.
        entries.sort(Comparator.comparing((TableEntry one) -> one.params.sorted() + "\n" + one.headers.sorted())
                .thenComparing(one -> String.join("\n", one.route.produces())));
        if (entries.size() == 1) alone.put(method, entry);
        else alone.remove(method);
    }

    /** Whether its path is no other pattern's. */
    boolean isExclusive() {
        return exclusive;
    }

    /** The one route of this method, if there is but one: the quick way. */
    @Nullable
    TableEntry alone(Method method) {
        return alone.get(method);
    }

    /** The routes of this method; those of GET answer HEAD where nothing else does. */
    List<TableEntry> of(Method method) {
        List<TableEntry> entries = byMethod.get(method);
        if (entries == null && method == Method.HEAD) entries = byMethod.get(Method.GET);
        return entries == null ? List.of() : entries;
    }

    /** Every route of any method. */
    List<TableEntry> all() {
        return byMethod.values().stream().flatMap(List::stream).toList();
    }

    /** The methods that are answered, for {@code Allow}. */
    void addMethodsTo(Set<Method> allowed) {
        allowed.addAll(byMethod.keySet());
        if (byMethod.containsKey(Method.GET)) allowed.add(Method.HEAD);
        allowed.add(Method.OPTIONS);
    }
}
