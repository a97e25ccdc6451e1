package vesper.rest.openapi;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.springframework.web.bind.annotation.ResponseStatus;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;
import vesper.http.Method;
import vesper.rest.RunOn;
import vesper.rest.answers.AnnotatedStatus;
import vesper.rest.operations.Input;
import vesper.rest.operations.Operation;
import vesper.rest.paths.PathTemplate;
import vesper.rest.routing.Route;

/**
 * One operation of the document: all routes with the same method and path, which differ in media types or conditions.
 * An input that not all of them require is optional. If their schemas for an input differ, any of these is allowed.
 */
final class OperationDocument {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final Schemas schemas;
    private final Method method;
    private final PathTemplate path;
    private final ObjectNode node = NODES.objectNode();
    private final OperationParameters parameters;
    private final OperationBody body;
    private final Map<String, ObjectNode> responses = new TreeMap<>();
    private final Set<String> declaredTypes = new HashSet<>();
    private final Map<String, String> problems = new TreeMap<>();
    private int routes;

    OperationDocument(Schemas schemas, Method method, PathTemplate path) {
        this.schemas = schemas;
        this.method = method;
        this.path = path;
        parameters = new OperationParameters(schemas, path);
        body = new OperationBody(schemas);
    }

    void add(Route route, Operation operation) {
        Docs docs = new Docs(operation.owner().docs());
        DocText docText = docs.of(operation.method(), operation.annotated());
        if (routes++ == 0) tag(operation);
        describe(docText, operation);
        PathTemplate own = PathTemplate.of(route.pattern());
        parameters.variables(own, operation, docText, docs);
        for (Input input : operation.inputs()) input(input, route, operation, docs, docText);
        conditions(route);
        addSuccess(route, operation, docText);
        problems(route, operation);
    }

    private void tag(Operation operation) {
        String tag = operation.owner().tag();
        if (!tag.isEmpty()) node.putArray("tags").add(tag);
    }

    private void describe(DocText docText, Operation operation) {
        if (!docText.text().isEmpty() && !node.has("summary")) {
            node.put("summary", docText.summary());
            if (docText.hasMoreThanSummary()) node.put("description", docText.text());
        }
        boolean deprecated = operation.method().isAnnotationPresent(Deprecated.class)
                || operation.controller().isAnnotationPresent(Deprecated.class);
        if (deprecated) node.put("deprecated", true);
        if (!operation.owner().guarded()) return;
        // Either no credentials or the token: requests from the loopback address need none.
        ArrayNode either = node.putArray("security");
        either.addObject();
        either.addObject().putArray(ApiDocument.TOKEN);
    }

    private void input(Input input, Route route, Operation operation, Docs docs, DocText docText) {
        DocText ofInput = InputSchema.docs(input, docText, docs);
        switch (input.from()) {
            case PATH -> {}
            case PARAMETER -> {
                List<String> consumed = route.consumes();
                String form = consumed.contains(OperationBody.FORM)
                        ? OperationBody.FORM
                        : consumed.contains(OperationBody.UPLOAD) ? OperationBody.UPLOAD : "";
                if (form.isEmpty()) parameters.named("query", input, ofInput);
                else body.formField(form, input, ofInput);
            }
            case HEADER -> parameters.header(input, ofInput);
            case COOKIE -> parameters.named("cookie", input, ofInput);
            case PART -> body.formField(OperationBody.UPLOAD, input, ofInput);
            case BODY -> {
                // The body of a GET has no meaning (RFC 9110, section 9.3.1), even if the method reads it.
                boolean means = method != Method.GET || input.required();
                if (means) body.add(input, route, operation, docs, ofInput);
            }
            case PARAMETERS -> parameters.properties(input, operation, docs);
        }
    }

    private void conditions(Route route) {
        boolean hasConditions = false;
        for (String condition : route.params()) hasConditions |= parameters.addCondition("query", condition);
        for (String condition : route.headers()) hasConditions |= parameters.addCondition("header", condition);
        if (hasConditions) problems.put("400", "");
    }

    private void addSuccess(Route route, Operation operation, DocText docText) {
        SuccessResponse response = new SuccessResponse(route, operation);
        Map<String, ObjectNode> content = response.content(schemas);
        // Routes that declare a media type take precedence over one that accepts any.
        if (route.produces().isEmpty()) content.keySet().removeAll(declaredTypes);
        else declaredTypes.addAll(content.keySet());
        content(String.valueOf(operation.status()), docText.returned(), content);
        for (AlsoAnswers also : operation.annotated().getAnnotationsByType(AlsoAnswers.class)) {
            Map<String, ObjectNode> ofIt = hasContent(also.status()) ? content : Map.of();
            if (also.status() < 400) content(String.valueOf(also.status()), new DocText(also.when()), ofIt);
            else problems.put(String.valueOf(also.status()), also.when());
        }
        if (response.hasVariableStatus())
            content("default", new DocText("Another status, chosen by the service"), content);
    }

    /** RFC 9110, sections 15.3.5 and 15.4.5. */
    private static boolean hasContent(int status) {
        return status != 204 && status != 304;
    }

    private void content(String status, DocText docText, Map<String, ObjectNode> content) {
        ObjectNode response = responses.computeIfAbsent(status, _ -> {
            String description = docText.text().isEmpty() ? "Success" : docText.text();
            return NODES.objectNode().put("description", description);
        });
        if (content.isEmpty()) return;
        if (!response.has("content")) response.putObject("content");
        ObjectNode all = (ObjectNode) response.get("content");
        content.forEach((media, schema) -> {
            boolean known = all.has(media);
            ObjectNode target = known ? (ObjectNode) all.get(media) : all.putObject(media);
            JsonNode before = target.get("schema");
            target.set("schema", before instanceof ObjectNode other ? Schemas.either(other, schema) : schema);
            if (!known && media.contains("json")) Examples.put(docText.examples(), target);
        });
    }

    private void problems(Route route, Operation operation) {
        boolean takes = !operation.inputs().isEmpty() || !path.regexes().isEmpty();
        if (takes) problems.put("400", "");
        if (!path.regexes().isEmpty()) problems.put("404", "");
        SuccessResponse response = new SuccessResponse(route, operation);
        if (!response.isEmpty()) problems.put("406", "");
        boolean reads = operation.inputs().stream()
                .anyMatch(input -> input.from() == Input.From.BODY || input.from() == Input.From.PART);
        if (reads) problems.put("413", "");
        if (reads && (!body.acceptsAnyType() || !route.consumes().isEmpty())) problems.put("415", "");
        if (operation.owner().guarded()) {
            problems.put("401", "");
            problems.put("403", "");
        }
        boolean pooled = operation.annotated().isAnnotationPresent(RunOn.class)
                || operation.controller().isAnnotationPresent(RunOn.class);
        if (pooled) problems.put("503", "");
        for (Class<?> thrown : operation.method().getExceptionTypes()) {
            ResponseStatus status = thrown.getAnnotation(ResponseStatus.class);
            if (status != null) problems.put(String.valueOf(AnnotatedStatus.of(status)), status.reason());
        }
        problems.put("500", "");
    }

    /** Returns the complete operation. */
    ObjectNode build(String id) {
        node.put("operationId", id);
        parameters.putInto(node, routes);
        body.putInto(node, routes);
        ObjectNode member = node.putObject("responses");
        responses.forEach((status, response) -> {
            if (!status.equals("default")) member.set(status, response);
        });
        problems.forEach((status, why) -> {
            if (!member.has(status)) member.set(status, ApiDocument.problem(status, why));
        });
        if (responses.containsKey("default")) member.set("default", responses.get("default"));
        return node;
    }

    String id() {
        return OperationId.of(method, path);
    }
}
