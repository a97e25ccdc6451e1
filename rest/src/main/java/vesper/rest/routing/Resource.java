package vesper.rest.routing;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import vesper.http.Method;

/** The routes of one path pattern, for all methods. */
final class Resource {
    private final Map<Method, List<TableEntry>> byMethod = new EnumMap<>(Method.class);
    private final Map<Method, TableEntry> single = new EnumMap<>(Method.class);
    private boolean exclusive;

    /**
     * Adds a route while the table is built.
     *
     * @throws AmbiguousRouteException if another route handles the same requests
     */
    void add(TableEntry entry) {
        Method method = entry.route.method();
        List<TableEntry> entries = byMethod.computeIfAbsent(method, _ -> new ArrayList<>(1));
        for (TableEntry other : entries) {
            if (entry.overlaps(other)) throw new AmbiguousRouteException(other.route, entry.route);
        }
        entries.add(entry);
        exclusive |= entry.route.exclusive();
        // Two routes may rank equally, because of their conditions or because the client accepts anything. Sorted so
        // that the order of publication does not decide between them.
        entries.sort(Comparator.comparing(
                        (TableEntry one) -> one.params.canonicalText() + "\n" + one.headers.canonicalText())
                .thenComparing(one -> String.join("\n", one.route.produces())));
        if (entries.size() == 1) single.put(method, entry);
        else single.remove(method);
    }

    /** Returns whether no other pattern may handle this path. */
    boolean isExclusive() {
        return exclusive;
    }

    /** Returns the route of this method if there is exactly one: the fast path. */
    @Nullable
    TableEntry single(Method method) {
        return single.get(method);
    }

    /** Returns the routes of this method. Without routes for HEAD, returns those for GET. */
    List<TableEntry> of(Method method) {
        List<TableEntry> entries = byMethod.get(method);
        if (entries == null && method == Method.HEAD) entries = byMethod.get(Method.GET);
        return entries == null ? List.of() : entries;
    }

    /** Returns all routes of all methods. */
    List<TableEntry> all() {
        return byMethod.values().stream().flatMap(List::stream).toList();
    }

    /** Adds the supported methods, for {@code Allow}. */
    void addMethodsTo(Set<Method> allowed) {
        allowed.addAll(byMethod.keySet());
        if (byMethod.containsKey(Method.GET)) allowed.add(Method.HEAD);
        allowed.add(Method.OPTIONS);
    }
}
