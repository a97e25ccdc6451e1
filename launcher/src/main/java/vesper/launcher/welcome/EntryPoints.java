package vesper.launcher.welcome;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import vesper.hosting.PackageSnapshot;
import vesper.hosting.PackageState;
import vesper.rest.operations.Operation;
import vesper.rest.routing.Route;

/**
 * Where one can begin on a server.
 *
 * @param links to what every server has, by name
 */
record EntryPoints(String vesper, SequencedMap<String, String> links, List<OfPackage> packages) {
    private static final int MOST_PACKAGES = 200;
    private static final int MOST_ROUTES = 100;

    /**
     * Those of a package.
     *
     * @param routes {@code GET /api/hello}, the first {@value #MOST_ROUTES}
     * @param web the path of its files, where it has some
     * @param why its newest code does not serve
     * @param errors where all of that is told
     */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    record OfPackage(
            String name,
            String version,
            String state,
            List<String> routes,
            Optional<String> web,
            Optional<String> why,
            Optional<String> errors) {}

    /**
     * Those of all packages.
     *
     * @param toOperator whether who asks may hear what is else for the log only
     */
    static List<OfPackage> of(List<PackageSnapshot> packages, List<Route> routes, boolean toOperator) {
        return packages.stream()
                .limit(MOST_PACKAGES)
                .map(one -> of(one, routes, toOperator))
                .toList();
    }

    private static OfPackage of(PackageSnapshot one, List<Route> routes, boolean toOperator) {
        Set<String> own = new LinkedHashSet<>();
        for (Route route : routes) {
            boolean isIts = route.operation()
                    .map(Operation::owner)
                    .filter(owner -> owner.tag().equals(one.name()))
                    .isPresent();
            if (isIts && own.size() < MOST_ROUTES) own.add(route.method() + " " + route.pattern());
        }
        boolean hasFiles = one.state() == PackageState.STARTED
                && Files.isDirectory(one.folder().resolve("web"));
        Optional<String> web = hasFiles ? Optional.of("/" + one.contextPath() + "/") : Optional.empty();
        return new OfPackage(
                one.name(),
                one.version(),
                one.state().text(),
                List.copyOf(own),
                web,
                one.why().map(why -> why(one, why, toOperator)),
                one.why().flatMap(_ -> errors(one, toOperator)));
    }

    /** Compilers are quoted to all, as they are by the answers of a package that cannot serve; what else failed is not. */
    private static String why(PackageSnapshot one, String why, boolean toOperator) {
        String told = toOperator || !one.errors().isEmpty() ? why : "the server's log and /admin/packages say why";
        return one.servesOlderCode() ? "older code serves, since the newest cannot: " + told : told;
    }

    /** What cannot serve answers with its errors itself; older code that serves does not. */
    private static Optional<String> errors(PackageSnapshot one, boolean toOperator) {
        if (!one.servesOlderCode()) return Optional.of(path("/api/" + one.contextPath()));
        return toOperator ? Optional.of(path("/admin/packages/" + one.name())) : Optional.empty();
    }

    /** A folder may be called anything, and its package is called like it. */
    private static String path(String text) {
        try {
            return new URI(null, null, text, null).toASCIIString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException("every text can be escaped", e);
        }
    }
}
