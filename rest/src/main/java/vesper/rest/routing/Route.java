package vesper.rest.routing;

import java.util.List;
import java.util.Optional;
import vesper.http.Handler;
import vesper.http.Method;
import vesper.rest.cors.CrossOrigins;
import vesper.rest.operations.Operation;
import vesper.rest.operations.RouteOwner;

/**
 * One method of one path pattern and what answers it.
 *
 * @param pattern {@code /api/orders/{id}}: literal segments, {@code {variable}} segments
 * @param consumes media types that a body may have, empty for any
 * @param produces media types that can be answered, empty for any
 * @param params what the query must have, {@code page}, {@code !page}, {@code page=1} or {@code page!=1}; empty for
 *     nothing
 * @param headers what the header section must have, written like {@code params}
 * @param handler runs the handler method: binding, the call, marshalling
 * @param operation the method behind it, where there is one, for descriptions
 * @param origins whose pages may read its answers, where anybody's may
 * @param exclusive whether no other pattern answers for its path, whatever the method: a variable that matches it as well
 * @param source where it was written, for messages: {@code Orders.find (orders/code/Orders.groovy)}
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
        Optional<CrossOrigins> origins,
        boolean exclusive,
        String source) {
    public Route {
        consumes = List.copyOf(consumes);
        produces = List.copyOf(produces);
        params = List.copyOf(params);
        headers = List.copyOf(headers);
    }

    /** A route that asks nothing of parameters and header fields. */
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
                false,
                source);
    }

    /** The same, answered by another handler: one that stands before this one, for example. */
    public Route answeredBy(Handler other) {
        return with(other, operation, exclusive);
    }

    /** The same, described in other words. */
    public Route describedBy(Operation other) {
        return with(handler, Optional.of(other), exclusive);
    }

    /** The same, belonging to somebody. */
    public Route ownedBy(RouteOwner owner) {
        return with(handler, operation.map(it -> it.of(owner)), exclusive);
    }

    /** The same, whose path is no other pattern's. */
    public Route alone() {
        return with(handler, operation, true);
    }

    private Route with(Handler newHandler, Optional<Operation> newOperation, boolean newExclusive) {
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
                newExclusive,
                source);
    }
}
