package vesper.rest.openapi;

import java.io.InputStream;
import java.lang.reflect.Type;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import vesper.rest.operations.Input;
import vesper.rest.operations.Operation;
import vesper.rest.operations.Types;
import vesper.rest.routing.Route;

/** The body of one operation by media type: a value, a form, or an upload. */
final class OperationBody {
    static final String FORM = "application/x-www-form-urlencoded";
    static final String UPLOAD = "multipart/form-data";

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final List<String> MARSHALLED = List.of("application/json", "application/xml");

    private final Schemas schemas;
    private final Map<String, ObjectNode> byMedia = new LinkedHashMap<>();
    /** Number of routes of the operation that require the body. */
    private int requiringRoutes;

    private String description = "";

    OperationBody(Schemas schemas) {
        this.schemas = schemas;
    }

    boolean acceptsAnyType() {
        return byMedia.containsKey(SuccessResponse.ANY);
    }

    void formField(String media, Input input, DocText docText) {
        ObjectNode form = byMedia.computeIfAbsent(media, _ -> {
            ObjectNode created = NODES.objectNode();
            created.set("schema", Schemas.typed("object"));
            return created;
        });
        ObjectNode schema = (ObjectNode) form.get("schema");
        if (!schema.has("properties")) schema.putObject("properties");
        ObjectNode field = input.from() == Input.From.PART ? part(input) : InputSchema.of(input);
        if (!docText.text().isEmpty()) field.put("description", docText.text());
        ((ObjectNode) schema.get("properties")).set(input.name(), field);
        if (!input.required()) return;
        if (!schema.has("required")) schema.putArray("required");
        ((ArrayNode) schema.get("required")).add(input.name());
    }

    /** Returns an empty schema: a file may have any media type, and other parts declare their own content type. */
    private static ObjectNode part(Input input) {
        Class<?> raw = Types.rawOf(input.type());
        boolean several = (raw.isArray() && raw != byte[].class) || Iterable.class.isAssignableFrom(raw);
        ObjectNode one = NODES.objectNode();
        if (!several) return one;
        ObjectNode list = Schemas.typed("array");
        list.set("items", one);
        return list;
    }

    void add(Input input, Route route, Operation operation, Docs docs, DocText docText) {
        if (input.required()) requiringRoutes++;
        if (description.isEmpty()) description = docText.text();
        Type type = input.type();
        Class<?> raw = Types.rawOf(type);
        boolean bytes = raw == byte[].class || InputStream.class.isAssignableFrom(raw) || raw == Object.class;
        boolean text = CharSequence.class.isAssignableFrom(raw);
        List<String> consumed =
                route.consumes().stream().filter(one -> !one.startsWith("!")).toList();
        List<String> media = !consumed.isEmpty() ? consumed : bytes || text ? List.of(SuccessResponse.ANY) : MARSHALLED;
        for (String one : media) {
            ObjectNode schema = bytes
                    ? NODES.objectNode()
                    : text
                            ? Schemas.typed("string")
                            : schemas.of(
                                    type,
                                    Schemas.Direction.READ,
                                    docs,
                                    operation.owner().tag());
            ObjectNode known = byMedia.get(one);
            ObjectNode content = known == null ? NODES.objectNode() : known;
            content.set("schema", known == null ? schema : Schemas.either((ObjectNode) known.get("schema"), schema));
            if (known == null) Examples.put(docText.examples(), content);
            byMedia.put(one, content);
        }
    }

    /** Adds the body to an operation that has this number of routes. */
    void putInto(ObjectNode operation, int routes) {
        if (byMedia.isEmpty()) return;
        ObjectNode body = operation.putObject("requestBody");
        if (!description.isEmpty()) body.put("description", description);
        ObjectNode content = body.putObject("content");
        byMedia.forEach(content::set);
        body.put("required", requiringRoutes == routes || hasRequiredFields());
    }

    /** Returns whether every body is a form with required fields. */
    private boolean hasRequiredFields() {
        return requiringRoutes == 0
                && byMedia.values().stream()
                        .allMatch(body -> body.path("schema").has("required"));
    }
}
