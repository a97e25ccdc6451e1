package vesper.rest.binding;

import java.lang.reflect.Parameter;
import java.util.Optional;

/**
 * A place that parameters of handler methods are taken from: the path, a header field, the body, and so on.
 *
 * <p>{@link ArgumentSources#STANDARD} lists those of every server. A component of a package that implements this is
 * asked before them, for the controllers of its package and of those that depend on it.
 */
public interface ArgumentSource {
    /**
     * Returns the argument for a parameter; empty if this source is not for it. Called when the package starts, once
     * for each parameter.
     *
     * @throws IllegalArgumentException if the source is for the parameter, and the parameter contradicts itself; the
     *     package then does not start, and its author reads the message behind the name of the method
     */
    Optional<Argument> of(Parameter parameter, BindingSite site);
}
