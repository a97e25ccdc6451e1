package vesper.rest.binding;

import static vesper.rest.binding.NamedInputs.either;
import static vesper.rest.binding.NamedInputs.nameOf;
import static vesper.rest.binding.NamedInputs.named;
import static vesper.rest.binding.NamedInputs.takesAll;

import java.lang.reflect.Parameter;
import java.util.List;
import java.util.Optional;
import org.springframework.web.bind.annotation.PathVariable;
import vesper.rest.operations.Input;
import vesper.rest.paths.PathPattern;

/** {@code @PathVariable}: a variable of the path, or all of them as a map. */
final class PathVariables implements ArgumentSource {
    @Override
    public Optional<Argument> of(Parameter parameter, BindingSite site) {
        PathVariable annotation = parameter.getAnnotation(PathVariable.class);
        return annotation == null ? Optional.empty() : Optional.of(argument(parameter, annotation, site.pattern()));
    }

    private static Argument argument(Parameter parameter, PathVariable annotation, PathPattern pattern) {
        String explicitName = either(annotation.name(), annotation.value());
        if (takesAll(parameter, explicitName)) return call -> call.variables(pattern);
        String name = nameOf(parameter, explicitName);
        if (annotation.required() && !pattern.names().contains(name)) {
            throw new IllegalArgumentException(
                    "the path has no variable {" + name + "}; its variables are " + pattern.names());
        }
        return named(Input.From.PATH, parameter, name, annotation.required(), null, (call, variable) -> {
            String value = call.variables(pattern).get(variable);
            return value == null ? List.of() : List.of(value);
        });
    }
}
