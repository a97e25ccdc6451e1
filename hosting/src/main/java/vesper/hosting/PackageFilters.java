package vesper.hosting;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import vesper.codec.Codec;
import vesper.http.Filter;
import vesper.rest.CallsInFlight;
import vesper.rest.filters.FilterChain;
import vesper.rest.filters.PackageFilter;
import vesper.rest.filters.SharedFilters;
import vesper.rest.routing.Prefix;
import vesper.rest.routing.Route;

/**
 * The filters in front of the routes of packages: those that a package brings for itself, and those for all packages.
 */
final class PackageFilters {
    private final SharedFilters shared;

    /** @param codec writes the responses to exceptions, which filters see */
    PackageFilters(Codec codec) {
        shared = new SharedFilters(codec);
    }

    /** Routes and prefixes of a package behind its filters. */
    record FilteredRoutes(List<Route> routes, List<Prefix> prefixes) {}

    /**
     * Returns a package's routes and prefixes behind its filters, and behind those for all packages.
     *
     * @throws NotStartedException if a filter matches no path of the package
     */
    FilteredRoutes apply(List<PackageFilter> filters, List<Route> routes, List<Prefix> prefixes, Codec codec)
            throws NotStartedException {
        List<PackageFilter> own =
                filters.stream().filter(filter -> !filter.everywhere()).toList();
        for (PackageFilter filter : own) requireMatch(filter, routes, prefixes);
        List<Filter> chain = new ArrayList<>();
        chain.add(shared);
        if (!own.isEmpty()) chain.add(new FilterChain(own, codec));
        List<Route> filteredRoutes = new ArrayList<>(routes);
        List<Prefix> filteredPrefixes = new ArrayList<>(prefixes);
        for (Filter filter : chain.reversed()) {
            filteredRoutes.replaceAll(route -> route.filteredBy(filter));
            filteredPrefixes.replaceAll(prefix -> prefix.filteredBy(filter));
        }
        return new FilteredRoutes(filteredRoutes, filteredPrefixes);
    }

    private static void requireMatch(PackageFilter filter, List<Route> routes, List<Prefix> prefixes)
            throws NotStartedException {
        List<String> paths = Stream.concat(
                        routes.stream().map(Route::pattern),
                        prefixes.stream().map(prefix -> prefix.path().equals("/") ? "/**" : prefix.path() + "/**"))
                .distinct()
                .toList();
        List<String> unmatched = filter.unmatched(paths);
        if (unmatched.isEmpty() && !paths.isEmpty()) return;
        String shownPaths = paths.stream().sorted().limit(10).collect(Collectors.joining(", "));
        String what = unmatched.isEmpty() ? "" : " with the path " + String.join(", ", unmatched);
        throw new NotStartedException("@Filter " + filter.source() + what + " matches no path of this package"
                + (shownPaths.isEmpty() ? ", which has none" : "; it has " + shownPaths)
                + ". A path is complete, for example /api/orders/**; everywhere = true also covers other packages");
    }

    /**
     * Replaces the filters that a package has for all packages.
     *
     * @param calls counts their calls, so that the package's stop hooks wait for them
     */
    void share(String folderName, List<PackageFilter> filters, CallsInFlight calls) {
        shared.put(
                folderName,
                filters.stream()
                        .filter(PackageFilter::everywhere)
                        .map(filter -> filter.inside(calls))
                        .toList());
    }

    /** Removes the filters that a package has for all packages. */
    void withdraw(String folderName) {
        shared.put(folderName, List.of());
    }
}
