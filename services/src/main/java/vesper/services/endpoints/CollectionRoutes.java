package vesper.services.endpoints;

import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import vesper.rest.controllers.Controllers;
import vesper.rest.operations.Input;
import vesper.rest.operations.Operation;
import vesper.rest.routing.Route;
import vesper.services.collections.OpenCollection;
import vesper.services.collections.OwnNames;

/** The routes of a collection, described by what its documents are. */
public final class CollectionRoutes {
    private static final Set<String> TAKE_DOCUMENTS = Set.of("create", "put");
    private static final Set<String> WANT_A_BODY = Set.of("create", "put", "patch", "writeMany");

    private CollectionRoutes() {}

    /**
     * @param prefix of all services, {@code /api}
     * @param origin where the collection was declared, for messages
     */
    public static <T> List<Route> of(
            OpenCollection<T> collection, String prefix, EndpointParts parts, Controllers controllers, String origin) {
        String path = prefix + "/" + collection.name();
        Type body = collection.sent();
        List<Route> routes = new ArrayList<>();
        for (Route route : controllers.routesOf(new CollectionController<>(collection, path, parts), path, origin)) {
            routes.add(
                    route.operation().isPresent()
                            ? route.describedBy(described(route.operation().get(), body))
                            : route);
        }
        routes.addAll(controllers.routesOf(new WebhookController<>(collection, parts.webhooks()), path, origin));
        return routes.stream()
                .map(route -> OwnNames.areIn(route.pattern().substring(path.length())) ? route.alone() : route)
                .toList();
    }

    private static Operation described(Operation operation, Type document) {
        String name = operation.method().getName();
        Type sent = TAKE_DOCUMENTS.contains(name) ? document : JsonNode.class;
        List<Input> inputs = operation.inputs().stream()
                .map(input -> input.from() == Input.From.BODY ? body(input, sent, WANT_A_BODY.contains(name)) : input)
                .toList();
        return new Operation(
                operation.controller(),
                operation.method(),
                operation.annotated(),
                inputs,
                operation.status(),
                operation.owner());
    }

    private static Input body(Input input, Type type, boolean isRequired) {
        return new Input(input.from(), input.name(), type, isRequired, input.fallback(), input.declaredAt());
    }
}
