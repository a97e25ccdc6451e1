package vesper.rest.binding;

import java.lang.reflect.Parameter;
import java.lang.reflect.Type;
import java.util.Optional;
import org.springframework.web.bind.annotation.ModelAttribute;
import vesper.rest.operations.Input;
import vesper.rest.operations.Types;

/**
 * Parameters without an annotation, as in Spring: files of an upload, then simple values, then objects whose properties
 * are parameters. {@code @ModelAttribute} chooses the last.
 */
final class UnnamedParameters implements ArgumentSource {
    @Override
    public Optional<Argument> of(Parameter parameter, BindingSite site) {
        if (PartArgument.isOfFiles(parameter.getParameterizedType())) {
            return Optional.of(RequestParts.part(parameter, NamedInputs.nameOf(parameter, ""), false, site));
        }
        boolean isModel = parameter.isAnnotationPresent(ModelAttribute.class);
        Optional<ParameterType> simple = ParameterType.of(parameter.getParameterizedType(), parameter);
        if (!isModel && simple.isPresent()) return Optional.of(parameter(parameter, simple.get()));
        return model(parameter, site);
    }

    private static Argument parameter(Parameter parameter, ParameterType type) {
        Input input = new Input(
                Input.From.PARAMETER,
                NamedInputs.nameOf(parameter, ""),
                parameter.getParameterizedType(),
                false,
                null,
                parameter);
        return new NamedArgument(input, type, (call, name) -> call.parameters().all(name));
    }

    private static Optional<Argument> model(Parameter parameter, BindingSite site) {
        Type declared = site.typeOf(parameter);
        Class<?> raw = Types.rawOf(declared);
        if (!ModelShape.fits(raw)) return Optional.empty();
        Input input = new Input(Input.From.PARAMETERS, "", declared, false, null, parameter);
        return Optional.of(new ModelArgument(site.models().shapeOf(raw), site.pattern(), input));
    }
}
