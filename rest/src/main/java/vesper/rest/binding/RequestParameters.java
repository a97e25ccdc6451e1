package vesper.rest.binding;

import static vesper.rest.binding.NamedInputs.all;
import static vesper.rest.binding.NamedInputs.either;
import static vesper.rest.binding.NamedInputs.fallback;
import static vesper.rest.binding.NamedInputs.nameOf;
import static vesper.rest.binding.NamedInputs.named;
import static vesper.rest.binding.NamedInputs.takesAll;

import java.lang.reflect.Parameter;
import java.util.Optional;
import org.springframework.web.bind.annotation.RequestParam;
import vesper.rest.operations.Input;

/** {@code @RequestParam}: a parameter of the query or the form, a file of an upload, or all parameters as a map. */
final class RequestParameters implements ArgumentSource {
    @Override
    public Optional<Argument> of(Parameter parameter, BindingSite site) {
        RequestParam annotation = parameter.getAnnotation(RequestParam.class);
        return annotation == null ? Optional.empty() : Optional.of(argument(parameter, annotation, site));
    }

    private static Argument argument(Parameter parameter, RequestParam annotation, BindingSite site) {
        String explicitName = either(annotation.name(), annotation.value());
        if (PartArgument.isOfFiles(parameter.getParameterizedType())) {
            return RequestParts.part(parameter, nameOf(parameter, explicitName), annotation.required(), site);
        }
        if (takesAll(parameter, explicitName)) {
            return new MapArgument(
                    all(Input.From.PARAMETER, parameter),
                    call -> call.parameters().asMap());
        }
        return named(
                Input.From.PARAMETER,
                parameter,
                nameOf(parameter, explicitName),
                annotation.required(),
                fallback(annotation.defaultValue()),
                (call, name) -> call.parameters().all(name));
    }
}
