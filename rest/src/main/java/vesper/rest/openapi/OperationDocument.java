package vesper.rest.openapi;

import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
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
import vesper.rest.operations.Types;
import vesper.rest.paths.PathTemplate;
import vesper.rest.routing.NamedCondition;
import vesper.rest.routing.Route;

/**
 * One operation of the document: all routes of one method and one path, which differ in what they consume, produce or
 * ask of parameters. What one of them does without is optional, what they have in different forms is any of these.
 */
final class OperationDocument {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    /** Said by other parts of the document: media types and security. */
    private static final Set<String> SAID_ELSEWHERE = Set.of("accept", "content-type", "authorization");

    private static final List<String> MARSHALLED = List.of("application/json", "application/xml");
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String UPLOAD = "multipart/form-data";

    private final Schemas schemas;
    private final Method method;
    private final PathTemplate path;
    private final ObjectNode node = NODES.objectNode();
    private final Map<String, ObjectNode> parameters = new LinkedHashMap<>();
    private final Map<String, Integer> wantedBy = new LinkedHashMap<>();
    private final Map<String, ObjectNode> bodies = new LinkedHashMap<>();
    private final Map<String, ObjectNode> answers = new TreeMap<>();
    private final Set<String> named = new HashSet<>();
    private final Map<String, String> problems = new TreeMap<>();
    private int routes;
    private int bodiesWanted;
    private String bodyDescription = "";

    OperationDocument(Schemas schemas, Method method, PathTemplate path) {
        this.schemas = schemas;
        this.method = method;
        this.path = path;
    }

    void add(Route route, Operation operation) {
        Docs docs = new Docs(operation.owner().docs());
        DocText said = docs.of(operation.method(), operation.annotated());
        if (routes++ == 0) tag(operation);
        describe(said, operation);
        PathTemplate own = PathTemplate.of(route.pattern());
        variables(own, operation, said);
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
        // Nothing or the token: on the loopback address there is no need of it.
        ArrayNode either = node.putArray("security");
        either.addObject();
        either.addObject().putArray(ApiDocument.TOKEN);
    }

    /** Every variable of the path is a parameter, whether the method takes it or not. */
    private void variables(PathTemplate own, Operation operation, DocText said) {
        List<String> names = List.copyOf(path.forms().keySet());
        int at = 0;
        for (Map.Entry<String, String> variable : own.forms().entrySet()) {
            String name = names.get(at++);
            Input taken = operation.inputs().stream()
                    .filter(input ->
                            input.from() == Input.From.PATH && input.name().equals(variable.getKey()))
                    .findFirst()
                    .orElse(null);
            ObjectNode schema = taken == null ? Schemas.typed("string") : ParameterSchema.of(taken.type());
            if (taken != null) Constraints.put(annotations(taken), schema);
            boolean text = schema.path("type").asString("").equals("string");
            if (text && !variable.getValue().isEmpty()) schema.put("pattern", "^(?:" + variable.getValue() + ")$");
            DocText of = taken == null ? said.of(variable.getKey()) : docs(taken, said);
            String description = of.text();
            if (variable.getKey().equals(own.rest())) {
                description = (description.isEmpty() ? "" : description + "\n\n")
                        + "The rest of the path: it may hold slashes.";
            }
            parameter("path", name, schema, true, description, of.examples());
        }
    }

    private void input(Input input, Route route, Operation operation, Docs docs, DocText said) {
        switch (input.from()) {
            case PATH -> {}
            case PARAMETER -> {
                boolean form =
                        route.consumes().contains(FORM) || route.consumes().contains(UPLOAD);
                if (form) formField(route.consumes().contains(FORM) ? FORM : UPLOAD, input, docs(input, said));
                else named("query", input, docs(input, said));
            }
            case HEADER -> {
                boolean elsewhere = SAID_ELSEWHERE.contains(input.name().toLowerCase(Locale.ROOT));
                if (!elsewhere) named("header", input, docs(input, said));
            }
            case COOKIE -> named("cookie", input, docs(input, said));
            case PART -> formField(UPLOAD, input, docs(input, said));
            case BODY -> body(input, route, operation, docs, docs(input, said));
            case PARAMETERS -> properties(input, operation, docs);
        }
    }

    /** The comment's {@code @param} has the name of Java, which need not be that of the request. */
    private static DocText docs(Input input, DocText said) {
        Described described = input.declaredAt().getAnnotation(Described.class);
        if (described != null) return new DocText(described.value());
        String javaName = input.declaredAt() instanceof java.lang.reflect.Parameter parameter
                ? parameter.getName()
                : input.name();
        return said.of(javaName);
    }

    private static List<Annotation> annotations(Input input) {
        return Arrays.asList(input.declaredAt().getAnnotations());
    }

    private void named(String in, Input input, DocText said) {
        // All of a kind at once: their names are not known.
        if (input.name().isEmpty()) return;
        parameter(in, input.name(), schema(input), input.required(), said.text(), said.examples());
    }

    private static ObjectNode schema(Input input) {
        ObjectNode schema = ParameterSchema.of(input.type());
        Constraints.put(annotations(input), schema);
        if (input.fallback() != null) schema.set("default", ParameterSchema.fallback(input.fallback(), schema));
        return schema;
    }

    private void parameter(
            String in, String name, ObjectNode schema, boolean required, String description, List<JsonNode> examples) {
        String key = in + " " + name;
        if (required) wantedBy.merge(key, 1, Integer::sum);
        ObjectNode known = parameters.get(key);
        if (known != null) {
            known.set("schema", either((ObjectNode) known.get("schema"), schema));
            return;
        }
        ObjectNode parameter = NODES.objectNode().put("name", name).put("in", in);
        if (!description.isEmpty()) parameter.put("description", description);
        parameter.set("schema", schema);
        examples(examples, parameter);
        // An empty number, date or constant counts as one that is not there.
        boolean skips = in.equals("query")
                && !required
                && !schema.path("type").asString("").matches("string|array");
        boolean chooses = in.equals("query") && !required && schema.has("enum");
        if (skips || chooses) parameter.put("allowEmptyValue", true);
        parameters.put(key, parameter);
    }

    private static void examples(List<JsonNode> examples, ObjectNode target) {
        if (examples.size() == 1) target.set("example", examples.getFirst());
        if (examples.size() < 2) return;
        ObjectNode named = target.putObject("examples");
        for (int i = 0; i < examples.size(); i++)
            named.putObject("example" + (i + 1)).set("value", examples.get(i));
    }

    private static ObjectNode either(ObjectNode one, ObjectNode other) {
        if (one.equals(other) || other.isEmpty()) return one;
        if (one.isEmpty()) return other;
        if (one.get("anyOf") instanceof ArrayNode several) {
            for (JsonNode each : several) if (each.equals(other)) return one;
            several.add(other);
            return one;
        }
        ObjectNode either = NODES.objectNode();
        either.putArray("anyOf").add(one).add(other);
        return either;
    }

    private void conditions(Route route) {
        for (String condition : route.params()) condition("query", condition);
        for (String condition : route.headers()) condition("header", condition);
    }

    /** {@code name} and {@code name=value} ask for something; what must not be there is not told. */
    private void condition(String in, String text) {
        NamedCondition condition = NamedCondition.parse(text);
        String name = condition.name();
        if (condition.negated() || SAID_ELSEWHERE.contains(name.toLowerCase(Locale.ROOT))) return;
        ObjectNode schema = Schemas.typed("string");
        String value = condition.value();
        if (value != null) schema.putArray("enum").add(value);
        if (parameters.containsKey(in + " " + name)) wantedBy.merge(in + " " + name, 1, Integer::sum);
        else parameter(in, name, schema, true, "", List.of());
        problems.put("400", "");
    }

    private void formField(String media, Input input, DocText said) {
        ObjectNode form = bodies.computeIfAbsent(media, _ -> {
            ObjectNode made = NODES.objectNode();
            made.set("schema", Schemas.typed("object"));
            return made;
        });
        ObjectNode schema = (ObjectNode) form.get("schema");
        if (!schema.has("properties")) schema.putObject("properties");
        ObjectNode field = input.from() == Input.From.PART ? part(input) : schema(input);
        if (!said.text().isEmpty()) field.put("description", said.text());
        ((ObjectNode) schema.get("properties")).set(input.name(), field);
        if (!input.required()) return;
        if (!schema.has("required")) schema.putArray("required");
        ((ArrayNode) schema.get("required")).add(input.name());
    }

    /** Files are bytes of any type; what is read out of a part is told by its content type. */
    private static ObjectNode part(Input input) {
        Class<?> raw = Types.rawOf(input.type());
        boolean several = (raw.isArray() && raw != byte[].class) || Iterable.class.isAssignableFrom(raw);
        ObjectNode one = NODES.objectNode();
        if (!several) return one;
        ObjectNode list = Schemas.typed("array");
        list.set("items", one);
        return list;
    }

    /** An object out of parameters: each of its properties is one. */
    private void properties(Input input, Operation operation, Docs docs) {
        ObjectNode parameter =
                NODES.objectNode().put("name", parameterName(input)).put("in", "query");
        parameter.put("style", "form").put("explode", true);
        parameter.set(
                "schema",
                schemas.of(
                        input.type(), Schemas.Way.READ, docs, operation.owner().tag()));
        parameters.put("query " + parameterName(input), parameter);
    }

    private static String parameterName(Input input) {
        return input.declaredAt() instanceof java.lang.reflect.Parameter parameter ? parameter.getName() : "parameters";
    }

    private void body(Input input, Route route, Operation operation, Docs docs, DocText said) {
        // The body of a GET has no meaning (RFC 9110, section 9.3.1), whether the method reads it or not.
        if (method == Method.GET && !input.required()) return;
        if (input.required()) bodiesWanted++;
        if (bodyDescription.isEmpty()) bodyDescription = said.text();
        Type type = input.type();
        Class<?> raw = Types.rawOf(type);
        boolean bytes = raw == byte[].class || InputStream.class.isAssignableFrom(raw) || raw == Object.class;
        boolean text = CharSequence.class.isAssignableFrom(raw);
        List<String> consumed =
                route.consumes().stream().filter(one -> !one.startsWith("!")).toList();
        List<String> media = !consumed.isEmpty() ? consumed : bytes || text ? List.of(Answer.ANY) : MARSHALLED;
        for (String one : media) {
            ObjectNode schema = bytes
                    ? NODES.objectNode()
                    : text
                            ? Schemas.typed("string")
                            : schemas.of(
                                    type,
                                    Schemas.Way.READ,
                                    docs,
                                    operation.owner().tag());
            ObjectNode known = bodies.get(one);
            ObjectNode content = known == null ? NODES.objectNode() : known;
            content.set("schema", known == null ? schema : either((ObjectNode) known.get("schema"), schema));
            if (known == null) examples(said.examples(), content);
            bodies.put(one, content);
        }
    }

    private void answer(Route route, Operation operation, DocText said) {
        Answer answer = new Answer(route, operation);
        Map<String, ObjectNode> content = answer.content(schemas);
        // A route that names a type goes before one that answers whatever is accepted.
        if (route.produces().isEmpty()) content.keySet().removeAll(named);
        else named.addAll(content.keySet());
        content(String.valueOf(operation.status()), said.returned(), content);
        for (AlsoAnswers also : operation.annotated().getAnnotationsByType(AlsoAnswers.class)) {
            if (also.status() < 400) content(String.valueOf(also.status()), new DocText(also.when()), content);
            else problems.put(String.valueOf(also.status()), also.when());
        }
        if (answer.choosesStatus()) content("default", new DocText("Another status, as the service has it"), content);
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
            target.set("schema", before instanceof ObjectNode other ? either(other, schema) : schema);
            if (!known && media.contains("json")) examples(said.examples(), target);
        });
    }

    private void problems(Route route, Operation operation) {
        boolean takes = !operation.inputs().isEmpty() || !path.forms().isEmpty();
        if (takes) problems.put("400", "");
        if (!path.forms().isEmpty()) problems.put("404", "");
        Answer answer = new Answer(route, operation);
        if (!answer.isEmpty()) problems.put("406", "");
        boolean body = operation.inputs().stream()
                .anyMatch(input -> input.from() == Input.From.BODY || input.from() == Input.From.PART);
        if (body) problems.put("413", "");
        if (body && (!bodies.containsKey(Answer.ANY) || !route.consumes().isEmpty())) problems.put("415", "");
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

    /** The whole operation. */
    ObjectNode finished(String id) {
        node.put("operationId", id);
        if (!parameters.isEmpty()) {
            ArrayNode list = node.putArray("parameters");
            parameters.forEach((key, parameter) -> list.add(finished(key, parameter)));
        }
        if (!bodies.isEmpty()) {
            ObjectNode body = node.putObject("requestBody");
            if (!bodyDescription.isEmpty()) body.put("description", bodyDescription);
            ObjectNode content = body.putObject("content");
            bodies.forEach(content::set);
            body.put("required", bodiesWanted == routes || asksForFields());
        }
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

    /** Whether every body is a form, and one that has to have some fields. */
    private boolean asksForFields() {
        return bodiesWanted == 0
                && bodies.values().stream().allMatch(body -> body.path("schema").has("required"));
    }

    private ObjectNode finished(String key, ObjectNode parameter) {
        boolean required = key.startsWith("path ") || wantedBy.getOrDefault(key, 0) == routes;
        if (!required) return parameter;
        ObjectNode finished = NODES.objectNode();
        parameter.properties().forEach(entry -> {
            finished.set(entry.getKey(), entry.getValue());
            if (entry.getKey().equals("in")) finished.put("required", true);
        });
        return finished;
    }

    /** {@code getApiOrdersById} for {@code GET /api/orders/{id}}: it stays while method and path do. */
    String id() {
        StringBuilder id = new StringBuilder(method.name().toLowerCase(Locale.ROOT));
        for (String piece : path.text().split("[^A-Za-z0-9{}]+")) {
            for (String word : piece.split("(?=\\{)|(?<=})")) {
                if (word.isEmpty()) continue;
                boolean variable = word.startsWith("{");
                String name = variable ? word.replaceAll("[{}]", "") : word;
                if (name.isEmpty()) continue;
                if (variable) id.append("By");
                id.append(Character.toUpperCase(name.charAt(0))).append(name.substring(1));
            }
        }
        return id.toString();
    }
}
