package vesper.rest.binding;

import java.lang.reflect.Parameter;
import java.util.Optional;
import org.springframework.web.bind.annotation.RequestPart;
import vesper.rest.operations.Input;

/** {@code @RequestPart}: a part of an upload. */
final class RequestParts implements ArgumentSource {
    @Override
    public Optional<Argument> of(Parameter parameter, BindingSite site) {
        RequestPart annotation = parameter.getAnnotation(RequestPart.class);
        if (annotation == null) return Optional.empty();
        String explicitName = NamedInputs.either(annotation.name(), annotation.value());
        return Optional.of(part(parameter, NamedInputs.nameOf(parameter, explicitName), annotation.required(), site));
    }

    static Argument part(Parameter parameter, String name, boolean required, BindingSite site) {
        return new PartArgument(
                site.codec(), new Input(Input.From.PART, name, site.typeOf(parameter), required, null, parameter));
    }
}
