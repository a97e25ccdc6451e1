package vesper.rest.routing;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import vesper.http.Destination;
import vesper.http.Headers;
import vesper.http.Request;
import vesper.rest.ProblemType;
import vesper.rest.bodies.Parameters;
import vesper.rest.media.Accept;

/** A route with everything about it that can be known before a request comes. */
final class TableEntry {
    /** Whether a client takes what is produced; never changes, so any thread may find it. */
    private record Taken(Accept accept, boolean taken) {}

    /** Of the last client that was asked for; requests that race for it do the work twice. */
    private @Nullable Taken last;

    final Route route;
    final MediaCondition consumes;
    final MediaCondition produces;
    final NamedConditions params;
    final NamedConditions headers;
    /** What requests are told answers them, {@code GET /api/orders/{id}}. */
    final String name;
    /** Whether every request of its method and path is its own. */
    final boolean unconditional;
    /** What a route asks of parameters goes before what it asks of header fields, and that before its media types. */
    final long specificity;

    /** What an overloaded server is told of the requests that it answers. */
    final Destination destination;

    TableEntry(Route route, boolean vital) {
        this.route = route;
        consumes = MediaCondition.of(route.consumes());
        produces = MediaCondition.of(route.produces());
        params = NamedConditions.ofParameters(route.params());
        headers = NamedConditions.ofHeaders(route.headers());
        name = route.method() + " " + route.pattern();
        destination = new Destination(name, vital);
        unconditional = consumes.isAny() && produces.isAny() && params.isNone() && headers.isNone();
        specificity = (long) params.specificity() << 16 | headers.specificity();
    }

    /** Whether a request of its method and path is its own: it consumes what comes and produces what is accepted. */
    boolean fits(Request request) {
        if (unconditional) return true;
        return consumes.consumes(request.headers(), request.body().length())
                && isTaken(Accept.of(request.headers()))
                && takesParameters(request)
                && takesHeaders(request.headers());
    }

    /** Whether a client takes what it produces. */
    private boolean isTaken(Accept accept) {
        if (produces.isAny()) return true;
        Taken known = last;
        // Those that are sent again and again are shared, so that being the same one is all that counts.
        if (known == null || known.accept != accept) last = known = new Taken(accept, produces.rank(accept) != 0);
        return known.taken;
    }

    boolean takesParameters(Request request) {
        return params.isNone() || params.hold(valuesIn(request));
    }

    /** Those of its conditions on parameters that a request does not meet. */
    List<String> missedParameters(Request request) {
        return params.missed(valuesIn(request));
    }

    /** The form in a body is not looked at: to choose a route by it, the body would have to be here already. */
    private static Function<String, List<String>> valuesIn(Request request) {
        try {
            return Parameters.of(request.query())::all;
        } catch (IllegalArgumentException e) {
            throw ProblemType.BAD_REQUEST
                    .because("The parameters cannot be read: " + e.getMessage())
                    .exception();
        }
    }

    boolean takesHeaders(Headers fields) {
        return headers.isNone() || headers.hold(fields::all);
    }

    boolean clashes(TableEntry other) {
        return route.method() == other.route.method()
                && params.sameAs(other.params)
                && headers.sameAs(other.headers)
                && consumes.clashes(other.consumes)
                && produces.clashes(other.produces);
    }
}
