package vesper.rest.openapi;

import java.io.InputStream;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.springframework.core.GenericTypeResolver;
import org.springframework.http.HttpEntity;
import org.springframework.http.ResponseEntity;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import vesper.http.Response;
import vesper.rest.Operation;
import vesper.rest.Problem;
import vesper.rest.Route;

/** What a route answers when all is well, by what its method returns. */
final class Answer {
    static final String ANY = "*/*";
    private static final String JSON = "application/json";
    private static final String XML = "application/xml";
    private static final String TEXT = "text/plain";

    private final Route route;
    private final Operation operation;
    private final Type type;
    private final Class<?> raw;
    private final boolean choosesStatus;

    Answer(Route route, Operation operation) {
        this.route = route;
        this.operation = operation;
        Type returned =
                GenericTypeResolver.resolveType(operation.method().getGenericReturnType(), operation.controller());
        boolean chooses = false;
        while (isAround(returned)) {
            Class<?> around = ParameterSchema.rawOf(returned);
            chooses |= ResponseEntity.class.isAssignableFrom(around);
            returned =
                    returned instanceof ParameterizedType generic ? generic.getActualTypeArguments()[0] : Object.class;
        }
        type = returned;
        raw = ParameterSchema.rawOf(returned);
        choosesStatus = chooses || raw == Response.class || raw == Object.class;
    }

    private static boolean isAround(Type type) {
        Class<?> raw = ParameterSchema.rawOf(type);
        return HttpEntity.class.isAssignableFrom(raw)
                || CompletionStage.class.isAssignableFrom(raw)
                || raw == Optional.class;
    }

    /** Whether the handler may answer another status than the declared one with the same content. */
    boolean choosesStatus() {
        return choosesStatus;
    }

    /** Whether values become JSON or XML by what the client accepts. */
    boolean isMarshalled() {
        return !isEmpty() && !isRaw();
    }

    boolean isEmpty() {
        return raw == void.class || raw == Void.class || raw == Problem.class;
    }

    /** Bytes and texts of the handler's own. */
    private boolean isRaw() {
        return raw == byte[].class
                || raw == Object.class
                || raw == Response.class
                || raw.getSimpleName().equals("StreamingResponseBody")
                || raw.getSimpleName().endsWith("Emitter")
                || CharSequence.class.isAssignableFrom(raw)
                || InputStream.class.isAssignableFrom(raw)
                || raw.getName().startsWith("org.springframework.core.io.");
    }

    /** Schemas by media type; nothing where there is no content. */
    Map<String, ObjectNode> content(Schemas schemas) {
        Map<String, ObjectNode> content = new LinkedHashMap<>();
        if (isEmpty()) return content;
        List<String> produced =
                route.produces().stream().filter(one -> !one.startsWith("!")).toList();
        for (String media : produced.isEmpty() ? offered() : produced) content.put(media, schema(media, schemas));
        return content;
    }

    private List<String> offered() {
        if (CharSequence.class.isAssignableFrom(raw)) return List.of(TEXT, JSON, XML);
        if (raw.getSimpleName().equals("SseEmitter")) return List.of("text/event-stream");
        return isRaw() ? List.of(ANY) : List.of(JSON, XML);
    }

    private ObjectNode schema(String media, Schemas schemas) {
        boolean text = CharSequence.class.isAssignableFrom(raw);
        if (text && (media.equals(TEXT) || route.produces().isEmpty())) return Schemas.typed("string");
        if (isRaw()) return JsonNodeFactory.instance.objectNode();
        Docs docs = new Docs(operation.owner().docs());
        return schemas.of(type, Schemas.Way.WRITTEN, docs, operation.owner().tag());
    }
}
