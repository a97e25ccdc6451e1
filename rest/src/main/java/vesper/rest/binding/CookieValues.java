package vesper.rest.binding;

import static vesper.rest.binding.NamedInputs.all;
import static vesper.rest.binding.NamedInputs.either;
import static vesper.rest.binding.NamedInputs.fallback;
import static vesper.rest.binding.NamedInputs.nameOf;
import static vesper.rest.binding.NamedInputs.named;
import static vesper.rest.binding.NamedInputs.takesAll;

import java.lang.reflect.Parameter;
import java.util.List;
import java.util.Optional;
import org.springframework.web.bind.annotation.CookieValue;
import vesper.rest.operations.Input;

/** {@code @CookieValue}: a cookie, or all of them as a map. */
final class CookieValues implements ArgumentSource {
    @Override
    public Optional<Argument> of(Parameter parameter, BindingSite site) {
        CookieValue annotation = parameter.getAnnotation(CookieValue.class);
        return annotation == null ? Optional.empty() : Optional.of(argument(parameter, annotation));
    }

    private static Argument argument(Parameter parameter, CookieValue annotation) {
        String explicitName = either(annotation.name(), annotation.value());
        if (takesAll(parameter, explicitName)) {
            return new MapArgument(
                    all(Input.From.COOKIE, parameter), call -> call.cookies().asMap());
        }
        return named(
                Input.From.COOKIE,
                parameter,
                nameOf(parameter, explicitName),
                annotation.required(),
                fallback(annotation.defaultValue()),
                NamedInputs.typeOf(parameter).isMultiple()
                        ? (call, name) -> call.cookies().all(name)
                        : CookieValues::first);
    }

    /** Returns the first cookie, which has the most specific path. Others of the same name belong to other paths. */
    private static List<String> first(Call call, String name) {
        return call.cookies().first(name).map(List::of).orElse(List.of());
    }
}
