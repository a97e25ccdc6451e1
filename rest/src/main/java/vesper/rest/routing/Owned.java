package vesper.rest.routing;

import java.util.List;

/**
 * The routes and prefixes of one owner.
 *
 * @param vital true if an overloaded server still handles them
 */
record Owned(List<Route> routes, List<Prefix> prefixes, boolean vital) {
    static final Owned NOTHING = new Owned(List.of(), List.of(), false);

    Owned {
        routes = List.copyOf(routes);
        prefixes = List.copyOf(prefixes);
    }
}
