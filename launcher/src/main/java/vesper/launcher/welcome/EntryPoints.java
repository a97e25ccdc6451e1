package vesper.launcher.welcome;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import vesper.hosting.PackageSnapshot;
import vesper.hosting.PackageState;
import vesper.rest.operations.Operation;
import vesper.rest.operations.RouteOwner;
import vesper.rest.routing.Route;

/**
 * The entry points of a server.
 *
 * @param links to resources that every server has, by name
 */
record EntryPoints(String vesper, SequencedMap<String, String> links, List<PackageEntry> packages) {
    private static final int MOST_PACKAGES = 200;
    private static final int MOST_ROUTES = 100;

    /**
     * The entry points of a package.
     *
     * @param routes the first {@value #MOST_ROUTES} routes, for example {@code GET /api/hello}
     * @param web the path of its static files, if it has some
     * @param why its newest code does not serve
     * @param errors path of the page with all errors
     */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    record PackageEntry(
            String name,
            String version,
            String state,
            List<String> routes,
            Optional<String> web,
            Optional<String> why,
            Optional<String> errors) {}

    /**
     * Returns the entry points of all packages.
     *
     * @param toOperator whether the client may see details that otherwise appear only in the log
     */
    static List<PackageEntry> of(List<PackageSnapshot> packages, List<Route> routes, boolean toOperator) {
        Map<String, Set<String>> byTag = byTag(routes);
        return packages.stream()
                .limit(MOST_PACKAGES)
                .map(one -> of(one, byTag.getOrDefault(one.name(), Set.of()), toOperator))
                .toList();
    }

    /** Returns the first {@value #MOST_ROUTES} routes of each package. */
    private static Map<String, Set<String>> byTag(List<Route> routes) {
        Map<String, Set<String>> byTag = new HashMap<>();
        for (Route route : routes) {
            Optional<String> tag = route.operation().map(Operation::owner).map(RouteOwner::tag);
            if (tag.isEmpty()) continue;
            Set<String> own = byTag.computeIfAbsent(tag.get(), _ -> new LinkedHashSet<>());
            if (own.size() < MOST_ROUTES) own.add(route.method() + " " + route.pattern());
        }
        return byTag;
    }

    private static PackageEntry of(PackageSnapshot one, Set<String> own, boolean toOperator) {
        boolean hasFiles = one.state() == PackageState.STARTED && one.hasWeb();
        Optional<String> web = hasFiles ? Optional.of("/" + one.contextPath() + "/") : Optional.empty();
        return new PackageEntry(
                one.name(),
                one.version(),
                one.state().text(),
                List.copyOf(own),
                web,
                one.failureSummary().map(why -> why(one, why, toOperator)),
                one.failureSummary().flatMap(_ -> errors(one, toOperator)));
    }

    /**
     * Returns why the newest code does not serve. Only operators see the details, as in the responses of a package that
     * cannot serve: compilers quote the source.
     */
    private static String why(PackageSnapshot one, String why, boolean toOperator) {
        String told = toOperator ? why : "see the server's log and /admin/packages";
        return one.servesOlderCode() ? "older code serves, because the newest cannot: " + told : told;
    }

    /**
     * Returns the path of the errors. A package that cannot serve responds with its errors itself; one that serves
     * older code does not.
     */
    private static Optional<String> errors(PackageSnapshot one, boolean toOperator) {
        if (!toOperator) return Optional.empty();
        return Optional.of(path(one.servesOlderCode() ? "/admin/packages/" + one.name() : "/api/" + one.contextPath()));
    }

    /** Escapes a path. A folder may have any name, and its package has the same one. */
    private static String path(String text) {
        try {
            return new URI(null, null, text, null).toASCIIString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException("a path could not be escaped", e);
        }
    }
}
