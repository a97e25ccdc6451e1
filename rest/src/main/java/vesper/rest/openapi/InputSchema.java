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

/** What is known of one input of a method: its schema, with what its annotations ask, and what was said of it. */
final class InputSchema {
    private InputSchema() {}

    static ObjectNode of(Input input) {
        ObjectNode schema = ParameterSchema.of(type(input));
        Constraints.put(annotations(input), schema);
        if (input.fallback() != null) schema.set("default", ParameterSchema.fallback(input.fallback(), schema));
        return schema;
    }

    /** Whether a request without it is refused, be it by the method itself. */
    static boolean isRequired(Input input) {
        Described described = input.declaredAt().getAnnotation(Described.class);
        return input.required() || (described != null && described.required());
    }

    private static Type type(Input input) {
        Described described = input.declaredAt().getAnnotation(Described.class);
        return described == null || described.as() == Object.class ? input.type() : described.as();
    }

    /**
     * The comment's {@code @param} has the name of Java, which need not be that of the request. What is put into an
     * object is described there.
     */
    static DocText docs(Input input, DocText said, Docs docs) {
        Described described = input.declaredAt().getAnnotation(Described.class);
        if (described != null) return new DocText(described.value());
        return switch (input.declaredAt()) {
            case Parameter parameter
            when parameter.getDeclaringExecutable() instanceof Constructor<?> made ->
                docs.of(made.getDeclaringClass()).of(parameter.getName());
            case Parameter parameter -> said.of(parameter.getName());
            case Field field -> docs.of(field);
            default -> said.of(input.name());
        };
    }

    static List<Annotation> annotations(Input input) {
        return Arrays.asList(input.declaredAt().getAnnotations());
    }
}
