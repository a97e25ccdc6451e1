package vesper.rest.routing;

import java.util.List;

/** The routes and prefixes of one owner. */
record Owned(List<Route> routes, List<Prefix> prefixes) {
    static final Owned NOTHING = new Owned(List.of(), List.of());

    Owned {
        routes = List.copyOf(routes);
        prefixes = List.copyOf(prefixes);
    }
}
