package vesper.rest.operations;

import java.lang.reflect.Method;
import java.util.List;

/**
 * The method behind a route, for descriptions.
 *
 * @param controller its object's class
 * @param method the one that runs
 * @param annotated the one that has the annotations: the same, or one that it overrides
 * @param inputs in the order of its parameters; those that come with every request, the request itself for example, are
 *     not among them
 * @param status of an answer that does not bring its own
 * @param owner whose it is
 */
public record Operation(
        Class<?> controller, Method method, Method annotated, List<Input> inputs, int status, RouteOwner owner) {
    /** One that nobody has claimed yet. */
    public Operation(Class<?> controller, Method method, Method annotated, List<Input> inputs, int status) {
        this(controller, method, annotated, inputs, status, RouteOwner.NOBODY);
    }

    public Operation {
        inputs = List.copyOf(inputs);
    }

    public Operation of(RouteOwner other) {
        return new Operation(controller, method, annotated, inputs, status, other);
    }
}
