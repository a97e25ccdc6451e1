package vesper.rest.routing;

import java.util.List;

/**
 * What one owner has published.
 *
 * @param vital whether a server that has too much to do still answers it
 */
record Owned(List<Route> routes, List<Prefix> prefixes, boolean vital) {
    static final Owned NOTHING = new Owned(List.of(), List.of(), false);

    Owned {
        routes = List.copyOf(routes);
        prefixes = List.copyOf(prefixes);
    }
}
