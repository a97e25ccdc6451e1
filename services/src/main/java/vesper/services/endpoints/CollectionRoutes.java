package vesper.services.endpoints;

import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import vesper.rest.access.Permission;
import vesper.rest.controllers.Controllers;
import vesper.rest.operations.Input;
import vesper.rest.operations.Operation;
import vesper.rest.routing.Route;
import vesper.services.collections.OpenCollection;
import vesper.services.collections.ReservedNames;
import vesper.services.webhooks.WebhookRequest;

/** The routes of a collection. Their descriptions name the type of its documents. */
public final class CollectionRoutes {
    private static final Set<String> TAKING_DOCUMENTS = Set.of("create", "put");
    private static final Set<String> REQUIRING_BODY = Set.of("create", "put", "patch", "writeMany");

    private CollectionRoutes() {}

    /**
     * @param prefix prefix of all services, {@code /api}
     * @param permission callers that the code of the collection admits
     * @param origin place where the collection was declared, for messages
     */
    public static <T> List<Route> of(
            OpenCollection<T> collection,
            String prefix,
            EndpointParts parts,
            Controllers controllers,
            Permission permission,
            String origin) {
        String path = prefix + "/" + collection.name();
        Type body = collection.requestType();
        List<Route> routes = new ArrayList<>();
        for (Route route : controllers.routesOf(new CollectionController<>(collection, path, parts), path, origin)) {
            routes.add(described(route, it -> ofDocuments(it, body)).withPermission(permission));
        }
        for (Route route : controllers.routesOf(new WebhookController<>(collection, parts), path, origin)) {
            // A webhook receives every later change, so only operators may manage them.
            routes.add(described(route, it -> withBody(it, WebhookRequest.class, true))
                    .withPermission(Permission.OPERATORS));
        }
        return routes.stream()
                .map(route ->
                        ReservedNames.occurIn(route.pattern().substring(path.length())) ? route.asExclusive() : route)
                .toList();
    }

    private static Route described(Route route, UnaryOperator<Operation> described) {
        return route.operation()
                .map(operation -> route.withOperation(described.apply(operation)))
                .orElse(route);
    }

    private static Operation ofDocuments(Operation operation, Type document) {
        String name = operation.method().getName();
        return withBody(
                operation, TAKING_DOCUMENTS.contains(name) ? document : JsonNode.class, REQUIRING_BODY.contains(name));
    }

    /** Returns the operation with this type for its body, if it has one. */
    private static Operation withBody(Operation operation, Type bodyType, boolean isRequired) {
        List<Input> inputs = operation.inputs().stream()
                .map(input -> input.from() == Input.From.BODY ? body(input, bodyType, isRequired) : input)
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
