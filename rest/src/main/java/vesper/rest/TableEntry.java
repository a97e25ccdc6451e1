package vesper.rest;

import vesper.http.Request;

/** A route with everything about it that can be known before a request comes. */
final class TableEntry {
    final Route route;
    final MediaCondition consumes;
    final MediaCondition produces;
    /** What requests are told answers them, {@code GET /api/orders/{id}}. */
    final String name;
    /** Whether every request of its method and path is its own. */
    final boolean unconditional;

    TableEntry(Route route) {
        this.route = route;
        consumes = MediaCondition.of(route.consumes());
        produces = MediaCondition.of(route.produces());
        name = route.method() + " " + route.pattern();
        unconditional = consumes.isAny() && produces.isAny();
    }

    /** Whether a request of its method and path is its own: it consumes what comes and produces what is accepted. */
    boolean fits(Request request) {
        if (unconditional) return true;
        return consumes.consumes(request.headers(), request.body().length())
                && produces.rank(Accept.of(request.headers())) != 0;
    }

    boolean clashes(TableEntry other) {
        return route.method() == other.route.method()
                && consumes.clashes(other.consumes)
                && produces.clashes(other.produces);
    }
}
