package vesper.rest.routing;

import java.util.List;
import java.util.Optional;
import vesper.http.Audience;
import vesper.http.Filter;
import vesper.http.Handler;
import vesper.http.Method;
import vesper.rest.access.Permission;
import vesper.rest.cors.CorsRules;
import vesper.rest.operations.Operation;
import vesper.rest.operations.RouteOwner;

/**
 * A method and a path pattern with the handler for them.
 *
 * @param pattern {@code /api/orders/{id}}: literal segments, {@code {variable}} segments
 * @param consumes media types of bodies, empty for any
 * @param produces media types of responses, empty for any
 * @param params conditions on the query, {@code page}, {@code !page}, {@code page=1} or {@code page!=1}; empty for none
 * @param headers conditions on header fields, in the notation of {@code params}
 * @param handler runs the handler method: binding, the call, marshalling
 * @param operation describes the handler method, if there is one
 * @param origins other origins whose pages may read responses; empty for none
 * @param audience the callers that it is for
 * @param permission the word of its code on who may call it
 * @param exclusive true if no other pattern, such as a variable, may handle this path, for any method
 * @param source the place in the source code, for messages: {@code Orders.find (orders/code/Orders.groovy)}
 */
public record Route(
        Method method,
        String pattern,
        List<String> consumes,
        List<String> produces,
        List<String> params,
        List<String> headers,
        Handler handler,
        Optional<Operation> operation,
        Optional<CorsRules> origins,
        Audience audience,
        Permission permission,
        boolean exclusive,
        String source) {
    public Route {
        consumes = List.copyOf(consumes);
        produces = List.copyOf(produces);
        params = List.copyOf(params);
        headers = List.copyOf(headers);
    }

    /** Creates a route without conditions on parameters and header fields. */
    public Route(
            Method method,
            String pattern,
            List<String> consumes,
            List<String> produces,
            Handler handler,
            String source) {
        this(
                method,
                pattern,
                consumes,
                produces,
                List.of(),
                List.of(),
                handler,
                Optional.empty(),
                Optional.empty(),
                Audience.SERVICE,
                Permission.UNSTATED,
                false,
                source);
    }

    /** Returns a copy with another handler, one that wraps this one for example. */
    public Route withHandler(Handler other) {
        return with(other, operation, audience, permission, exclusive);
    }

    /** Returns a copy with a filter in front of its handler. */
    public Route filteredBy(Filter filter) {
        return withHandler(filter.before(handler));
    }

    /** Returns a copy with another description. */
    public Route withOperation(Operation other) {
        return with(handler, Optional.of(other), audience, permission, exclusive);
    }

    /** Returns a copy with an owner. */
    public Route withOwner(RouteOwner owner) {
        return with(handler, operation.map(it -> it.ownedBy(owner)), audience, permission, exclusive);
    }

    /** Returns a copy for other callers. */
    public Route forAudience(Audience other) {
        return with(handler, operation, other, permission, exclusive);
    }

    /** Returns a copy that these callers may use. */
    public Route withPermission(Permission other) {
        return with(handler, operation, audience, other, exclusive);
    }

    /** Returns a copy that is exclusive: no other pattern may handle its path. */
    public Route asExclusive() {
        return with(handler, operation, audience, permission, true);
    }

    private Route with(
            Handler newHandler,
            Optional<Operation> newOperation,
            Audience newAudience,
            Permission newPermission,
            boolean newExclusive) {
        return new Route(
                method,
                pattern,
                consumes,
                produces,
                params,
                headers,
                newHandler,
                newOperation,
                origins,
                newAudience,
                newPermission,
                newExclusive,
                source);
    }
}
