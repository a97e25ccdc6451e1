package vesper.rest.openapi;

import java.lang.annotation.Annotation;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Parameter;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;
import vesper.rest.operations.Input;

/** Schema and documentation of one input of a method, including the constraints of its annotations. */
final class InputSchema {
    private InputSchema() {}

    static ObjectNode of(Input input) {
        ObjectNode schema = ParameterSchema.of(type(input));
        ConstraintSchema.put(annotations(input), schema);
        if (input.fallback() != null) schema.set("default", ParameterSchema.fallback(input.fallback(), schema));
        return schema;
    }

    /** Returns whether a request without the input is rejected, by the binding or by the method itself. */
    static boolean isRequired(Input input) {
        Described described = input.declaredAt().getAnnotation(Described.class);
        return input.required() || (described != null && described.required());
    }

    private static Type type(Input input) {
        Described described = input.declaredAt().getAnnotation(Described.class);
        return described == null || described.as() == Object.class ? input.type() : described.as();
    }

    /**
     * Returns the documentation of an input. A {@code @param} tag has the Java name, which may differ from the name in
     * the request. Constructor parameters and fields are documented in their class.
     */
    static DocText docs(Input input, DocText docText, Docs docs) {
        Described described = input.declaredAt().getAnnotation(Described.class);
        if (described != null) return new DocText(described.value());
        return switch (input.declaredAt()) {
            case Parameter parameter
            when parameter.getDeclaringExecutable() instanceof Constructor<?> constructor ->
                docs.of(constructor.getDeclaringClass()).of(parameter.getName());
            case Parameter parameter -> docText.of(parameter.getName());
            case Field field -> docs.of(field);
            default -> docText.of(input.name());
        };
    }

    static List<Annotation> annotations(Input input) {
        return Arrays.asList(input.declaredAt().getAnnotations());
    }
}
