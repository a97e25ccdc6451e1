package vesper.rest.binding;

import static vesper.rest.binding.NamedInputs.all;
import static vesper.rest.binding.NamedInputs.either;
import static vesper.rest.binding.NamedInputs.fallback;
import static vesper.rest.binding.NamedInputs.nameOf;
import static vesper.rest.binding.NamedInputs.named;
import static vesper.rest.binding.NamedInputs.takesAll;

import java.lang.reflect.Parameter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.springframework.http.HttpHeaders;
import org.springframework.web.bind.annotation.RequestHeader;
import vesper.http.Headers;
import vesper.rest.operations.Input;

/** {@code @RequestHeader}: a header field, or all of them as a map. */
final class HeaderFields implements ArgumentSource {
    @Override
    public Optional<Argument> of(Parameter parameter, BindingSite site) {
        RequestHeader annotation = parameter.getAnnotation(RequestHeader.class);
        return annotation == null ? Optional.empty() : Optional.of(argument(parameter, annotation));
    }

    private static Argument argument(Parameter parameter, RequestHeader annotation) {
        String explicitName = either(annotation.name(), annotation.value());
        if (takesAll(parameter, explicitName)) {
            return new MapArgument(all(Input.From.HEADER, parameter), HeaderFields::byName);
        }
        if (parameter.getType() == HttpHeaders.class) return HeaderFields::forSpring;
        return named(
                Input.From.HEADER,
                parameter,
                nameOf(parameter, explicitName),
                annotation.required(),
                fallback(annotation.defaultValue()),
                (call, name) -> call.request().headers().all(name));
    }

    private static Map<String, List<String>> byName(Call call) {
        Map<String, List<String>> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        Headers headers = call.request().headers();
        headers.forEach((name, _) -> all.computeIfAbsent(name, headers::all));
        return new LinkedHashMap<>(all);
    }

    static HttpHeaders forSpring(Call call) {
        HttpHeaders headers = new HttpHeaders();
        call.request().headers().forEach(headers::add);
        return headers;
    }
}
