package vesper.rest.openapi;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import vesper.rest.operations.Input;
import vesper.rest.operations.Operation;
import vesper.rest.paths.PathTemplate;
import vesper.rest.routing.NamedCondition;

/** The parameters of one operation: in its path, query, header section and cookies. */
final class OperationParameters {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    /** Header fields that other parts of the document describe: media types and security. */
    private static final Set<String> DESCRIBED_ELSEWHERE = Set.of("accept", "content-type", "authorization");

    private final Schemas schemas;
    private final PathTemplate path;
    private final Map<String, ObjectNode> parameters = new LinkedHashMap<>();
    /** Number of routes of the operation that require a parameter. */
    private final Map<String, Integer> requiredCount = new LinkedHashMap<>();

    OperationParameters(Schemas schemas, PathTemplate path) {
        this.schemas = schemas;
        this.path = path;
    }

    /** Adds every variable of the path, even those that the method does not bind. */
    void variables(PathTemplate own, Operation operation, DocText docText, Docs docs) {
        List<String> names = List.copyOf(path.regexes().keySet());
        int at = 0;
        for (Map.Entry<String, String> variable : own.regexes().entrySet()) {
            String name = names.get(at++);
            Input bound = operation.inputs().stream()
                    .filter(input ->
                            input.from() == Input.From.PATH && input.name().equals(variable.getKey()))
                    .findFirst()
                    .orElse(null);
            ObjectNode schema = bound == null ? Schemas.typed("string") : ParameterSchema.of(bound.type());
            if (bound != null) ConstraintSchema.put(InputSchema.annotations(bound), schema);
            boolean text = schema.path("type").asString("").equals("string");
            if (text && !variable.getValue().isEmpty()) schema.put("pattern", "^(?:" + variable.getValue() + ")$");
            DocText of = bound == null ? docText.of(variable.getKey()) : InputSchema.docs(bound, docText, docs);
            String description = of.text();
            if (variable.getKey().equals(own.rest())) {
                description = (description.isEmpty() ? "" : description + "\n\n")
                        + "The rest of the path, which may contain slashes.";
            }
            parameter("path", name, schema, true, description, of.examples());
        }
    }

    void header(Input input, DocText docText) {
        boolean elsewhere = DESCRIBED_ELSEWHERE.contains(input.name().toLowerCase(Locale.ROOT));
        if (!elsewhere) named("header", input, docText);
    }

    void named(String in, Input input, DocText docText) {
        // The input binds all values of its kind, whose names are unknown.
        if (input.name().isEmpty()) return;
        parameter(
                in,
                input.name(),
                InputSchema.of(input),
                InputSchema.isRequired(input),
                docText.text(),
                docText.examples());
    }

    private void parameter(
            String in, String name, ObjectNode schema, boolean required, String description, List<JsonNode> examples) {
        String key = in + " " + name;
        if (required) requiredCount.merge(key, 1, Integer::sum);
        ObjectNode known = parameters.get(key);
        if (known != null) {
            known.set("schema", Schemas.either((ObjectNode) known.get("schema"), schema));
            return;
        }
        ObjectNode parameter = NODES.objectNode().put("name", name).put("in", in);
        if (!description.isEmpty()) parameter.put("description", description);
        parameter.set("schema", schema);
        Examples.put(examples, parameter);
        // An empty text for a number, date or enum constant counts as missing.
        boolean skips = in.equals("query")
                && !required
                && !schema.path("type").asString("").matches("string|array");
        boolean chooses = in.equals("query") && !required && schema.has("enum");
        if (skips || chooses) parameter.put("allowEmptyValue", true);
        parameters.put(key, parameter);
    }

    /**
     * Adds a parameter that a condition such as {@code name} or {@code name=value} requires. Ignores negated
     * conditions. Returns whether the condition requires a parameter.
     */
    boolean addCondition(String in, String text) {
        NamedCondition condition = NamedCondition.parse(text);
        String name = condition.name();
        if (condition.negated() || DESCRIBED_ELSEWHERE.contains(name.toLowerCase(Locale.ROOT))) return false;
        ObjectNode schema = Schemas.typed("string");
        String value = condition.value();
        if (value != null) schema.putArray("enum").add(value);
        if (parameters.containsKey(in + " " + name)) requiredCount.merge(in + " " + name, 1, Integer::sum);
        else parameter(in, name, schema, true, "", List.of());
        return true;
    }

    /** Adds an object whose properties cannot be listed as separate parameters. */
    void properties(Input input, Operation operation, Docs docs) {
        ObjectNode parameter =
                NODES.objectNode().put("name", parameterName(input)).put("in", "query");
        parameter.put("style", "form").put("explode", true);
        parameter.set(
                "schema",
                schemas.of(
                        input.type(),
                        Schemas.Direction.READ,
                        docs,
                        operation.owner().tag()));
        parameters.put("query " + parameterName(input), parameter);
    }

    private static String parameterName(Input input) {
        return input.declaredAt() instanceof java.lang.reflect.Parameter parameter ? parameter.getName() : "parameters";
    }

    /** Adds the parameters to an operation that has this number of routes. */
    void putInto(ObjectNode operation, int routes) {
        if (parameters.isEmpty()) return;
        ArrayNode list = operation.putArray("parameters");
        parameters.forEach((key, parameter) -> list.add(withRequired(key, parameter, routes)));
    }

    private ObjectNode withRequired(String key, ObjectNode parameter, int routes) {
        boolean required = key.startsWith("path ") || requiredCount.getOrDefault(key, 0) == routes;
        if (!required) return parameter;
        ObjectNode finished = NODES.objectNode();
        parameter.properties().forEach(entry -> {
            finished.set(entry.getKey(), entry.getValue());
            if (entry.getKey().equals("in")) finished.put("required", true);
        });
        return finished;
    }
}
