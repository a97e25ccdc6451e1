package vesper.rest.openapi;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.core.GenericTypeResolver;
import org.springframework.http.ResponseEntity;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import vesper.rest.answers.ReturnKind;
import vesper.rest.operations.Operation;
import vesper.rest.operations.Types;
import vesper.rest.routing.Route;

/** The successful response of a route, derived from the return type of its method. */
final class SuccessResponse {
    static final String ANY = "*/*";
    private static final String JSON = "application/json";
    private static final String XML = "application/xml";
    private static final String TEXT = "text/plain";
    private static final String EVENTS = "text/event-stream";

    private final Route route;
    private final Operation operation;
    private final Type type;
    private final ReturnKind kind;
    private final boolean hasVariableStatus;

    SuccessResponse(Route route, Operation operation) {
        this.route = route;
        this.operation = operation;
        Type returned =
                GenericTypeResolver.resolveType(operation.method().getGenericReturnType(), operation.controller());
        boolean variableStatus = false;
        while (ReturnKind.of(Types.rawOf(returned)) == ReturnKind.WRAPPER) {
            Class<?> wrapper = Types.rawOf(returned);
            variableStatus |= ResponseEntity.class.isAssignableFrom(wrapper);
            returned =
                    returned instanceof ParameterizedType generic ? generic.getActualTypeArguments()[0] : Object.class;
        }
        type = returned;
        kind = ReturnKind.of(Types.rawOf(returned));
        hasVariableStatus = variableStatus || kind == ReturnKind.RESPONSE || kind == ReturnKind.DYNAMIC;
    }

    /** Returns whether the handler may respond with another status than the declared one, with the same content. */
    boolean hasVariableStatus() {
        return hasVariableStatus;
    }

    boolean isEmpty() {
        return kind == ReturnKind.NONE || kind == ReturnKind.PROBLEM;
    }

    /** Returns schemas by media type; empty if there is no content. */
    Map<String, ObjectNode> content(Schemas schemas) {
        Map<String, ObjectNode> content = new LinkedHashMap<>();
        if (isEmpty()) return content;
        List<String> produced =
                route.produces().stream().filter(one -> !one.startsWith("!")).toList();
        for (String media : produced.isEmpty() ? offered() : produced) content.put(media, schema(media, schemas));
        return content;
    }

    private List<String> offered() {
        return switch (kind) {
            case TEXT -> List.of(TEXT, JSON, XML);
            case EVENTS -> List.of(EVENTS);
            case VALUE -> List.of(JSON, XML);
            case NONE, PROBLEM, DYNAMIC, RESPONSE, WRAPPER, BYTES, FILE -> List.of(ANY);
        };
    }

    private ObjectNode schema(String media, Schemas schemas) {
        boolean text = kind == ReturnKind.TEXT;
        if (text && (media.equals(TEXT) || route.produces().isEmpty())) return Schemas.typed("string");
        if (kind != ReturnKind.VALUE) return JsonNodeFactory.instance.objectNode();
        Docs docs = new Docs(operation.owner().docs());
        return schemas.of(
                type, Schemas.Direction.WRITTEN, docs, operation.owner().tag());
    }
}
