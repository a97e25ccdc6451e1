package vesper.rest.openapi;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import vesper.http.Method;
import vesper.rest.operations.Operation;
import vesper.rest.paths.PathTemplate;
import vesper.rest.routing.Route;

/** Writes the document for routes. The same routes in any order produce the same text. */
final class ApiDocument {
    /** Name of the security scheme for {@code /admin}. */
    static final String TOKEN = "adminToken";

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final Map<String, String> PROBLEMS = Map.of(
            "400", "The request is invalid; all errors are listed",
            "401", "A token is required",
            "403", "Not allowed",
            "404", "Not found",
            "406", "No accepted media type is available",
            "413", "The body is too large",
            "415", "The body's media type is not supported",
            "422", "The values cannot be processed",
            "500", "The server failed",
            "503", "The server is overloaded");

    private final Schemas schemas = new Schemas(Schemas.COMPONENTS);
    private final ObjectNode document = NODES.objectNode();
    private final Set<String> statuses = new TreeSet<>();
    private final Set<String> tags = new TreeSet<>();
    private boolean guarded;

    private ApiDocument() {}

    static ObjectNode of(List<Route> routes, ApiInfo info) {
        ApiDocument api = new ApiDocument();
        api.head(info);
        api.paths(routes);
        api.components();
        return api.document;
    }

    private void head(ApiInfo info) {
        document.put("openapi", "3.1.1");
        ObjectNode head = document.putObject("info").put("title", info.title());
        if (!info.description().isEmpty()) head.put("description", info.description());
        head.put("version", info.version());
        document.putArray("servers").addObject().put("url", "/");
    }

    private void paths(List<Route> routes) {
        Map<String, List<Route>> byShape = new TreeMap<>();
        routes.stream()
                .filter(route -> route.operation().isPresent())
                .sorted(Comparator.comparing(Route::pattern)
                        .thenComparing(route -> route.produces().isEmpty())
                        .thenComparing(Route::source)
                        .thenComparing(route -> route.produces().toString())
                        .thenComparing(route -> route.consumes().toString())
                        .thenComparing(route -> route.params().toString()))
                .forEach(route -> byShape.computeIfAbsent(
                                PathTemplate.of(route.pattern()).shape(), _ -> new ArrayList<>())
                        .add(route));
        ObjectNode paths = NODES.objectNode();
        Set<String> ids = new HashSet<>();
        byShape.values().forEach(same -> path(same, ids, paths));
        ArrayNode listed = document.putArray("tags");
        tags.forEach(tag -> listed.addObject().put("name", tag));
        document.set("paths", paths);
    }

    /** Adds routes whose paths differ at most in the names of variables. The names of the first route are used. */
    private void path(List<Route> routes, Set<String> ids, ObjectNode paths) {
        PathTemplate template = PathTemplate.of(routes.getFirst().pattern());
        Map<Method, OperationDocument> byMethod = new EnumMap<>(Method.class);
        for (Route route : routes) {
            Operation operation = route.operation().orElseThrow();
            if (!operation.owner().tag().isEmpty()) tags.add(operation.owner().tag());
            guarded |= operation.owner().guarded();
            byMethod.computeIfAbsent(route.method(), method -> new OperationDocument(schemas, method, template))
                    .add(route, operation);
        }
        ObjectNode item = paths.putObject(template.text());
        byMethod.forEach((method, operation) -> {
            ObjectNode built = operation.build(unique(operation.id(), ids));
            built.path("responses").propertyNames().forEach(statuses::add);
            item.set(method.name().toLowerCase(Locale.ROOT), built);
        });
    }

    private static String unique(String preferred, Set<String> ids) {
        String id = preferred;
        for (int i = 2; !ids.add(id); i++) id = preferred + i;
        return id;
    }

    private void components() {
        ObjectNode components = document.putObject("components");
        ObjectNode types = components.putObject("schemas");
        schemas.resolveNames(document, types);
        types.set(Schemas.PROBLEM, problemSchema());
        ObjectNode responses = components.putObject("responses");
        for (String status : statuses) {
            String description = PROBLEMS.get(status);
            if (description != null) responses.set("Problem" + status, problemResponse(description));
        }
        if (guarded) {
            components
                    .putObject("securitySchemes")
                    .putObject(TOKEN)
                    .put("type", "http")
                    .put("scheme", "bearer")
                    .put("description", "The value of the setting `admin.token`; not needed on the loopback address");
        }
    }

    /**
     * Returns the response for a problem with this status.
     *
     * @param why a description for this operation; empty for the general one of the status
     */
    static ObjectNode problem(String status, String why) {
        boolean known = PROBLEMS.containsKey(status);
        if (known && why.isEmpty()) {
            return NODES.objectNode().put("$ref", "#/components/responses/Problem" + status);
        }
        return problemResponse(why.isEmpty() ? "A problem" : why);
    }

    private static ObjectNode problemResponse(String description) {
        ObjectNode response = NODES.objectNode().put("description", description);
        ObjectNode content = response.putObject("content");
        for (String media : List.of("application/problem+json", "application/problem+xml")) {
            content.putObject(media).putObject("schema").put("$ref", "#/components/schemas/Problem");
        }
        return response;
    }

    /** Returns the schema of problems (RFC 9457, section 3.1), with the list of errors that Vesper adds. */
    private static ObjectNode problemSchema() {
        ObjectNode problem = Schemas.typed("object").put("description", "A problem (RFC 9457).");
        ObjectNode members = problem.putObject("properties");
        members.set("type", Schemas.text("uri-reference").put("description", "Names the kind of problem."));
        members.set("title", Schemas.typed("string").put("description", "Summary of the kind of problem."));
        members.set("status", Schemas.typed("integer").put("minimum", 400).put("maximum", 599));
        members.set("detail", Schemas.typed("string").put("description", "Explanation of this occurrence."));
        ObjectNode place = Schemas.typed("object");
        ObjectNode ofPlace = place.putObject("properties");
        ofPlace.set(
                "pointer",
                Schemas.typed("string")
                        .put("description", "`#/customer/age` for a field of the body, else a parameter's name."));
        ofPlace.set("detail", Schemas.typed("string"));
        place.putArray("required").add("pointer").add("detail");
        place.putObject("xml").put("name", "i");
        ObjectNode errors = Schemas.typed("array").put("description", "All errors of the request.");
        errors.set("items", place);
        errors.putObject("xml").put("wrapped", true);
        members.set("errors", errors);
        problem.putArray("required").add("type").add("title").add("status");
        problem.putObject("xml").put("name", "problem").put("namespace", "urn:ietf:rfc:7807");
        return problem;
    }
}
