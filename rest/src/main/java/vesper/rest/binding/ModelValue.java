package vesper.rest.binding;

import org.jspecify.annotations.Nullable;

/** Makes a value of the parameters whose names begin alike. */
@FunctionalInterface
interface ModelValue {
    /**
     * The value.
     *
     * @param node the parameters
     * @param name what their names begin with, for messages
     * @return null where they say nothing, or something bad that {@link Call#bad} has noted
     */
    @Nullable
    Object of(ParameterNode node, String name, Call call);
}
