package vesper.rest.openapi;

import java.lang.annotation.Annotation;
import java.util.Arrays;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;
import vesper.rest.operations.Input;

/** What is known of one input of a method: its schema, with what its annotations ask, and what was said of it. */
final class InputSchema {
    private InputSchema() {}

    static ObjectNode of(Input input) {
        ObjectNode schema = ParameterSchema.of(input.type());
        Constraints.put(annotations(input), schema);
        if (input.fallback() != null) schema.set("default", ParameterSchema.fallback(input.fallback(), schema));
        return schema;
    }

    /** The comment's {@code @param} has the name of Java, which need not be that of the request. */
    static DocText docs(Input input, DocText said) {
        Described described = input.declaredAt().getAnnotation(Described.class);
        if (described != null) return new DocText(described.value());
        String javaName = input.declaredAt() instanceof java.lang.reflect.Parameter parameter
                ? parameter.getName()
                : input.name();
        return said.of(javaName);
    }

    static List<Annotation> annotations(Input input) {
        return Arrays.asList(input.declaredAt().getAnnotations());
    }
}
