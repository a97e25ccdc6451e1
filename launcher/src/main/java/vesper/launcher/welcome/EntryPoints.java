package vesper.launcher.welcome;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.nio.file.Files;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import vesper.hosting.PackageSnapshot;
import vesper.hosting.PackageState;
import vesper.rest.Operation;
import vesper.rest.Route;

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
     */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    record OfPackage(String name, String version, String state, List<String> routes, Optional<String> web) {}

    static List<OfPackage> of(List<PackageSnapshot> packages, List<Route> routes) {
        return packages.stream()
                .limit(MOST_PACKAGES)
                .map(one -> of(one, routes))
                .toList();
    }

    private static OfPackage of(PackageSnapshot one, List<Route> routes) {
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
        return new OfPackage(one.name(), one.version(), one.state().text(), List.copyOf(own), web);
    }
}
