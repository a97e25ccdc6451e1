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
    private final Map<String, ObjectNode> answers = new TreeMap<>();
    private final Set<String> named = new HashSet<>();
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
        DocText said = docs.of(operation.method(), operation.annotated());
        if (routes++ == 0) tag(operation);
        describe(said, operation);
        PathTemplate own = PathTemplate.of(route.pattern());
        parameters.variables(own, operation, said, docs);
        for (Input input : operation.inputs()) input(input, route, operation, docs, said);
        conditions(route);
        answer(route, operation, said);
        problems(route, operation);
    }

    private void tag(Operation operation) {
        String tag = operation.owner().tag();
        if (!tag.isEmpty()) node.putArray("tags").add(tag);
    }

    private void describe(DocText said, Operation operation) {
        if (!said.text().isEmpty() && !node.has("summary")) {
            node.put("summary", said.summary());
            if (said.hasMoreThanSummary()) node.put("description", said.text());
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

    private void input(Input input, Route route, Operation operation, Docs docs, DocText said) {
        DocText ofInput = InputSchema.docs(input, said, docs);
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
        boolean asks = false;
        for (String condition : route.params()) asks |= parameters.condition("query", condition);
        for (String condition : route.headers()) asks |= parameters.condition("header", condition);
        if (asks) problems.put("400", "");
    }

    private void answer(Route route, Operation operation, DocText said) {
        Answer answer = new Answer(route, operation);
        Map<String, ObjectNode> content = answer.content(schemas);
        // Routes that declare a media type take precedence over one that accepts any.
        if (route.produces().isEmpty()) content.keySet().removeAll(named);
        else named.addAll(content.keySet());
        content(String.valueOf(operation.status()), said.returned(), content);
        for (AlsoAnswers also : operation.annotated().getAnnotationsByType(AlsoAnswers.class)) {
            Map<String, ObjectNode> ofIt = hasContent(also.status()) ? content : Map.of();
            if (also.status() < 400) content(String.valueOf(also.status()), new DocText(also.when()), ofIt);
            else problems.put(String.valueOf(also.status()), also.when());
        }
        if (answer.choosesStatus()) content("default", new DocText("Another status, as the service has it"), content);
    }

    /** RFC 9110, sections 15.3.5 and 15.4.5. */
    private static boolean hasContent(int status) {
        return status != 204 && status != 304;
    }

    private void content(String status, DocText said, Map<String, ObjectNode> content) {
        ObjectNode response = answers.computeIfAbsent(status, _ -> {
            String description = said.text().isEmpty() ? "What was asked for" : said.text();
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
            if (!known && media.contains("json")) Examples.put(said.examples(), target);
        });
    }

    private void problems(Route route, Operation operation) {
        boolean takes = !operation.inputs().isEmpty() || !path.forms().isEmpty();
        if (takes) problems.put("400", "");
        if (!path.forms().isEmpty()) problems.put("404", "");
        Answer answer = new Answer(route, operation);
        if (!answer.isEmpty()) problems.put("406", "");
        boolean reads = operation.inputs().stream()
                .anyMatch(input -> input.from() == Input.From.BODY || input.from() == Input.From.PART);
        if (reads) problems.put("413", "");
        if (reads && (!body.mayBeAnything() || !route.consumes().isEmpty())) problems.put("415", "");
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
    ObjectNode finished(String id) {
        node.put("operationId", id);
        parameters.putInto(node, routes);
        body.putInto(node, routes);
        ObjectNode responses = node.putObject("responses");
        answers.forEach((status, answer) -> {
            if (!status.equals("default")) responses.set(status, answer);
        });
        problems.forEach((status, why) -> {
            if (!responses.has(status)) responses.set(status, ApiDocument.problem(status, why));
        });
        if (answers.containsKey("default")) responses.set("default", answers.get("default"));
        return node;
    }

    String id() {
        return OperationId.of(method, path);
    }
}
