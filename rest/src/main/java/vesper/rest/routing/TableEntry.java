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

/** A route with everything that can be computed before a request arrives. */
final class TableEntry {
    /** The result of matching one {@code Accept} value. Immutable, so a racy publication is safe. */
    private record AcceptResult(Accept accept, boolean isAccepted) {}

    /** The result for the most recent client. Requests that race for it repeat the work. */
    private @Nullable AcceptResult last;

    final Route route;
    final MediaCondition consumes;
    final MediaCondition produces;
    final NamedConditions params;
    final NamedConditions headers;
    /** The name that requests report as their route, {@code GET /api/orders/{id}}. */
    final String name;
    /** True if the route handles every request of its method and path. */
    final boolean unconditional;
    /** Rank of the conditions. Those on parameters rank above those on header fields, and both above media types. */
    final long specificity;

    /** The destination by which an overloaded server decides about requests to this route. */
    final Destination destination;

    TableEntry(Route route) {
        this.route = route;
        consumes = MediaCondition.of(route.consumes());
        produces = MediaCondition.of(route.produces());
        params = NamedConditions.ofParameters(route.params());
        headers = NamedConditions.ofHeaders(route.headers());
        name = route.method() + " " + route.pattern();
        destination = new Destination(name, route.audience());
        unconditional = consumes.isAny() && produces.isAny() && params.isEmpty() && headers.isEmpty();
        specificity = (long) params.specificity() << 16 | headers.specificity();
    }

    /** Returns whether the route handles a request of its method and path: media types and conditions match. */
    boolean matches(Request request) {
        if (unconditional) return true;
        return consumes.consumes(request.headers(), request.body().length())
                && isAccepted(Accept.of(request.headers()))
                && matchesParameters(request)
                && matchesHeaders(request.headers());
    }

    /** Returns whether the client accepts a produced type. */
    private boolean isAccepted(Accept accept) {
        if (produces.isAny()) return true;
        AcceptResult known = last;
        // Frequent Accept values are cached and shared, so comparing references is sufficient.
        if (known == null || known.accept != accept)
            last = known = new AcceptResult(accept, produces.rank(accept) != 0);
        return known.isAccepted;
    }

    boolean matchesParameters(Request request) {
        return params.isEmpty() || params.hold(valuesIn(request));
    }

    /** Returns the conditions on parameters that a request does not satisfy. */
    List<String> unsatisfiedParameters(Request request) {
        return params.unsatisfied(valuesIn(request));
    }

    /** Reads the query only. To select a route by a form in the body, the body would have to be received first. */
    private static Function<String, List<String>> valuesIn(Request request) {
        try {
            return Parameters.of(request.query())::all;
        } catch (IllegalArgumentException e) {
            throw ProblemType.BAD_REQUEST
                    .because("The parameters are malformed: " + e.getMessage())
                    .exception();
        }
    }

    boolean matchesHeaders(Headers fields) {
        return headers.isEmpty() || headers.hold(fields::all);
    }

    boolean overlaps(TableEntry other) {
        return route.method() == other.route.method()
                && params.hasSameConditions(other.params)
                && headers.hasSameConditions(other.headers)
                && consumes.overlaps(other.consumes)
                && produces.overlaps(other.produces);
    }
}
