package vesper.rest.binding;

import org.jspecify.annotations.Nullable;

/** Creates a value from the parameters that share a name prefix. */
@FunctionalInterface
interface ModelValue {
    /**
     * Creates the value.
     *
     * @param node the parameters
     * @param name the common prefix of their names, for error messages
     * @return null if the parameters are absent or invalid; {@link Call#bad} has recorded the latter
     */
    @Nullable
    Object of(ParameterNode node, String name, Call call);
}
