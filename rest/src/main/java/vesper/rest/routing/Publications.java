package vesper.rest.routing;

import java.util.List;

/** The routes and prefixes of one owner. */
record Publications(List<Route> routes, List<Prefix> prefixes) {
    static final Publications EMPTY = new Publications(List.of(), List.of());

    Publications {
        routes = List.copyOf(routes);
        prefixes = List.copyOf(prefixes);
    }
}
