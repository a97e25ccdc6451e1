package vesper.rest;

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
 */
public record Operation(Class<?> controller, Method method, Method annotated, List<Input> inputs, int status) {
    public Operation {
        inputs = List.copyOf(inputs);
    }
}
