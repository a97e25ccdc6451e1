package vesper.rest.binding;

import java.lang.reflect.Parameter;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.ValueConstants;
import vesper.rest.operations.Input;

/** Creates arguments that are values with a name, for several sources. */
final class NamedInputs {
    private NamedInputs() {}

    static Argument named(
            Input.From from,
            Parameter parameter,
            String name,
            boolean required,
            @Nullable String fallback,
            NamedArgument.Source source) {
        Input input = new Input(from, name, parameter.getParameterizedType(), required, fallback, parameter);
        return new NamedArgument(input, typeOf(parameter), source);
    }

    /** Returns the input that all values of a kind are. */
    static Input all(Input.From from, Parameter parameter) {
        return new Input(from, "", parameter.getParameterizedType(), false, null, parameter);
    }

    /** Returns whether a parameter takes all values of a kind as a map. */
    static boolean takesAll(Parameter parameter, String explicitName) {
        return explicitName.isEmpty() && MapArgument.fits(parameter.getParameterizedType());
    }

    static ParameterType typeOf(Parameter parameter) {
        return ParameterType.of(parameter.getParameterizedType(), parameter)
                .orElseThrow(() -> new IllegalArgumentException("parameter " + parameter.getName()
                        + ": cannot convert text to " + parameter.getType().getName() + "; is @RequestBody missing?"));
    }

    /** Returns the name in the annotation, or that of the parameter. */
    static String nameOf(Parameter parameter, String explicitName) {
        if (!explicitName.isEmpty()) return explicitName;
        if (parameter.isNamePresent()) return parameter.getName();
        throw new IllegalArgumentException(
                "a parameter of type " + parameter.getType().getSimpleName()
                        + " has no name: compile with -parameters or set the name in the annotation");
    }

    static String either(String one, String other) {
        return one.isEmpty() ? other : one;
    }

    static @Nullable String fallback(String written) {
        return written.equals(ValueConstants.DEFAULT_NONE) ? null : written;
    }
}
