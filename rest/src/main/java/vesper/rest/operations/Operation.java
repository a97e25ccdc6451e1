package vesper.rest.operations;

import java.lang.reflect.Method;
import java.util.List;

/**
 * The method that handles a route, for documentation.
 *
 * @param controller class of its object
 * @param method the method that runs
 * @param annotated the method with the annotations: the same, or one that it overrides
 * @param inputs in the order of its parameters; excludes those that every request has, such as the request itself
 * @param status status of responses that do not define their own
 * @param owner the owner of the route
 */
public record Operation(
        Class<?> controller, Method method, Method annotated, List<Input> inputs, int status, RouteOwner owner) {
    /** Creates an operation without owner. */
    public Operation(Class<?> controller, Method method, Method annotated, List<Input> inputs, int status) {
        this(controller, method, annotated, inputs, status, RouteOwner.NONE);
    }

    public Operation {
        inputs = List.copyOf(inputs);
    }

    public Operation ownedBy(RouteOwner other) {
        return new Operation(controller, method, annotated, inputs, status, other);
    }
}
