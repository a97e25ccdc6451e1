package vesper.rest.openapi;

import java.lang.annotation.Annotation;
import java.math.BigDecimal;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * Adds constraints of Jakarta Validation to schemas. The annotations are read by name, because packages need not
 * contain them.
 */
public final class ConstraintSchema {
    static final String PACKAGE = "jakarta.validation.constraints.";

    private ConstraintSchema() {}

    static void put(List<Annotation> annotations, ObjectNode schema) {
        for (Annotation one : annotations) {
            String name = one.annotationType().getName();
            if (name.startsWith(PACKAGE)) put(one, name.substring(PACKAGE.length()), schema);
        }
    }

    private static void put(Annotation one, String name, ObjectNode schema) {
        switch (name) {
            case "Min" -> schema.put("minimum", (long) value(one, "value"));
            case "Max" -> schema.put("maximum", (long) value(one, "value"));
            case "DecimalMin" -> bound(one, "minimum", "exclusiveMinimum", schema);
            case "DecimalMax" -> bound(one, "maximum", "exclusiveMaximum", schema);
            case "Positive" -> schema.put("exclusiveMinimum", 0);
            case "PositiveOrZero" -> schema.put("minimum", 0);
            case "Negative" -> schema.put("exclusiveMaximum", 0);
            case "NegativeOrZero" -> schema.put("maximum", 0);
            case "Size" -> size(one, schema);
            case "NotEmpty" -> schema.put(least(schema), 1);
            case "NotBlank" -> {
                schema.put("minLength", 1);
                if (!schema.has("pattern")) schema.put("pattern", "\\S");
            }
            case "Pattern" -> schema.put("pattern", "^(?:" + value(one, "regexp") + ")$");
            case "Email" -> schema.put("format", "email");
            default -> {}
        }
    }

    private static void size(Annotation one, ObjectNode schema) {
        int min = (int) value(one, "min");
        int max = (int) value(one, "max");
        if (min > 0) schema.put(least(schema), min);
        if (max < Integer.MAX_VALUE) schema.put(least(schema).replace("min", "max"), max);
    }

    private static String least(ObjectNode schema) {
        if (schema.has("items")) return "minItems";
        return schema.has("additionalProperties") ? "minProperties" : "minLength";
    }

    private static void bound(Annotation one, String inclusive, String exclusive, ObjectNode schema) {
        BigDecimal bound = new BigDecimal((String) value(one, "value"));
        schema.put((boolean) value(one, "inclusive") ? inclusive : exclusive, bound);
    }

    private static Object value(Annotation one, String attribute) {
        try {
            return one.annotationType().getMethod(attribute).invoke(one);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(one.annotationType() + " has no " + attribute, e);
        }
    }
}
