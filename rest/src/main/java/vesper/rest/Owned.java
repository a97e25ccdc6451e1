package vesper.rest;

import java.util.List;

/** What one owner has published. */
record Owned(List<Route> routes, List<Prefix> prefixes) {
    static final Owned NOTHING = new Owned(List.of(), List.of());

    Owned {
        routes = List.copyOf(routes);
        prefixes = List.copyOf(prefixes);
    }
}
