package vesper.rest.binding;

import java.lang.reflect.Parameter;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import vesper.codec.Codec;
import vesper.rest.paths.PathPattern;

/** Determines the sources of a handler method's arguments, once for each route. */
public final class Binding {
    private final List<ArgumentSource> more;
    private final BindingSite site;

    /**
     * Creates a binding for methods of this class. Methods may be inherited from a generic superclass.
     *
     * @param more sources to ask before those of every server
     */
    public Binding(Codec codec, Class<?> controller, PathPattern pattern, List<ArgumentSource> more) {
        this.more = more;
        site = new BindingSite(codec, controller, pattern);
    }

    /**
     * Returns the source of the argument for this parameter.
     *
     * @throws IllegalArgumentException if no source applies, or the type cannot be converted from text
     */
    public Argument of(Parameter parameter) {
        for (ArgumentSource source : more) {
            Optional<Argument> argument = Objects.requireNonNull(
                    source.of(parameter, site), () -> source.getClass().getName() + ".of returned null");
            if (argument.isPresent()) return argument.get();
        }
        for (ArgumentSource source : ArgumentSources.STANDARD) {
            Optional<Argument> argument = source.of(parameter, site);
            if (argument.isPresent()) return argument.get();
        }
        throw new IllegalArgumentException(
                "parameter " + parameter.getName() + ": cannot convert text or parameters to "
                        + parameter.getType().getName() + "; is @RequestBody missing?");
    }
}
