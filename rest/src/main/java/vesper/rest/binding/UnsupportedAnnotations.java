package vesper.rest.binding;

import java.lang.annotation.Annotation;
import java.lang.reflect.Parameter;
import java.util.Optional;
import java.util.Set;

/** Rejects annotations that are not supported: ignoring one would bind the parameter from a guessed source. */
final class UnsupportedAnnotations implements ArgumentSource {
    private static final Set<String> UNSUPPORTED =
            Set.of("MatrixVariable", "RequestAttribute", "SessionAttribute", "Value");

    @Override
    public Optional<Argument> of(Parameter parameter, BindingSite site) {
        for (Annotation annotation : parameter.getAnnotations()) {
            String name = annotation.annotationType().getSimpleName();
            if (UNSUPPORTED.contains(name)) throw new IllegalArgumentException("@" + name + " is not supported");
        }
        return Optional.empty();
    }
}
