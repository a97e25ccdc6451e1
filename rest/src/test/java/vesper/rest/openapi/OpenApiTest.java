package vesper.rest.openapi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.BindParam;
import org.springframework.web.bind.annotation.CookieValue;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.multipart.MultipartFile;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import vesper.codec.Codec;
import vesper.http.Headers;
import vesper.http.Method;
import vesper.http.Request;
import vesper.http.Response;
import vesper.rest.ServerSentEvents;
import vesper.rest.SseEmitter;
import vesper.rest.StreamingBody;
import vesper.rest.controllers.Controllers;
import vesper.rest.operations.DocComments;
import vesper.rest.operations.RouteOwner;
import vesper.rest.routing.Route;
import vesper.rest.routing.Router;

@DisplayNameGeneration(ReplaceUnderscores.class)
class OpenApiTest {
    enum Color {
        RED,
        GREEN
    }

    record Line(
            @JsonProperty("article_id") UUID article,
            int count,
            Optional<String> note,
            @JsonIgnore String secret) {}

    record Order(String id, List<Line> lines, Color color, Instant at, Map<String, Double> prices, Set<Order> parts) {}

    record Page<T>(List<T> items, long total) {}

    public static class Bean {
        private String name = "";

        public String getName() {
            return name;
        }

        public void setName(String name) {
            this.name = name;
        }

        public int getLength() {
            return name.length();
        }
    }

    @RestController
    @RequestMapping("orders")
    public static class Orders {
        @GetMapping("{id:[0-9]+}")
        public Order one(
                @PathVariable("id") int id,
                @RequestParam(name = "day", required = false) LocalDate day,
                @RequestParam(name = "colors", defaultValue = "RED,GREEN") List<Color> colors,
                @RequestHeader("X-Tenant") String tenant,
                @CookieValue(name = "session", required = false) String session) {
            throw new IllegalStateException();
        }

        @PostMapping
        @ResponseStatus(code = org.springframework.http.HttpStatus.CREATED)
        public Order add(@RequestBody Order order) {
            return order;
        }

        @GetMapping
        public Page<Order> all() {
            return new Page<>(List.of(), 0);
        }

        @GetMapping("files/**")
        public byte[] file() {
            return new byte[0];
        }

        @GetMapping(value = "report", produces = "text/csv")
        public String csv() {
            return "";
        }

        @GetMapping(value = "report", produces = "application/json")
        public Map<String, Integer> json() {
            return Map.of();
        }

        @PutMapping("bean")
        public ResponseEntity<Bean> bean(@RequestBody(required = false) Bean bean) {
            return ResponseEntity.ok(bean);
        }

        @PostMapping("upload")
        public void upload(@RequestParam("file") MultipartFile file) {}
    }

    @RestController
    public static class Other {
        @PutMapping("orders/{number}")
        public void put(@PathVariable("number") String number) {}
    }

    private final Router router = new Router(new Codec(false));
    private final Controllers controllers = new Controllers(new Codec(false), Runnable::run);
    private final OpenApi api = new OpenApi(router, new ApiInfo("Test", "1", ""));

    @Test
    void a_document_of_all_kinds_of_routes_is_valid_openapi_3_1() throws Exception {
        serve("orders", new Orders());
        serve("other", new Other());

        try (InputStream schema = OpenApiTest.class.getResourceAsStream("/openapi-3.1/schema.json")) {
            Schema official = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(schema, InputFormat.JSON);
            assertThat(official.validate(text(), InputFormat.JSON)).isEmpty();
            assertThat(official.validate("{\"openapi\":\"3.1.0\"}", InputFormat.JSON))
                    .isNotEmpty();
        }
    }

    @Test
    void parameters_tell_their_place_form_default_and_whether_they_are_needed() {
        serve("orders", new Orders());

        JsonNode parameters = document().at("/paths/~1api~1orders~1{id}/get/parameters");

        assertThat(parameters.toString()).isEqualTo(json("""
                        [{"name":"id","in":"path","required":true,
                          "schema":{"type":"integer","format":"int32","minimum":-2147483648,"maximum":2147483647}},
                         {"name":"day","in":"query","schema":{"type":"string","format":"date"}},
                         {"name":"colors","in":"query","schema":{"type":"array",
                          "items":{"type":"string","enum":["RED","GREEN"]},"default":["RED","GREEN"]}},
                         {"name":"X-Tenant","in":"header","required":true,"schema":{"type":"string"}},
                         {"name":"session","in":"cookie","schema":{"type":"string"}}]
                        """));
    }

    @Test
    void schemas_have_what_is_really_written() {
        serve("orders", new Orders());

        JsonNode schemas = document().at("/components/schemas");

        assertThat(schemas.at("/Line/properties").propertyNames())
                .containsExactlyInAnyOrder("article_id", "count", "note");
        assertThat(schemas.at("/Line/properties/article_id/format").asString()).isEqualTo("uuid");
        assertThat(schemas.at("/Line/properties/note/type").toString()).isEqualTo("[\"string\",\"null\"]");
        assertThat(schemas.at("/Line/required").toString()).isEqualTo("[\"count\",\"article_id\"]");
        assertThat(schemas.at("/LineInput/required").isMissingNode()).isTrue();
        assertThat(schemas.at("/Order/properties/at/format").asString()).isEqualTo("date-time");
        assertThat(schemas.at("/Order/properties/parts/items/$ref").asString()).isEqualTo("#/components/schemas/Order");
        assertThat(schemas.at("/OrderInput/properties/parts/items/$ref").asString())
                .isEqualTo("#/components/schemas/OrderInput");
        assertThat(schemas.at("/PageOfOrder/properties/items/items/$ref").asString())
                .isEqualTo("#/components/schemas/Order");
        assertThat(schemas.at("/Bean/properties").propertyNames()).containsExactlyInAnyOrder("length", "name");
        assertThat(schemas.at("/BeanInput/properties").propertyNames()).containsExactly("name");
        assertThat(schemas.at("/Order/properties/lines/xml/wrapped").asBoolean())
                .isTrue();
    }

    @Test
    void answers_have_their_status_media_types_and_problems() {
        serve("orders", new Orders());
        JsonNode paths = document().at("/paths");

        assertThat(paths.at("/~1api~1orders/post/responses").propertyNames())
                .containsExactly("201", "400", "406", "413", "415", "500");
        assertThat(paths.at("/~1api~1orders~1report/get/responses/200/content").propertyNames())
                .containsExactlyInAnyOrder("application/json", "text/csv");
        assertThat(paths.at("/~1api~1orders~1bean/put/responses").propertyNames())
                .contains("200", "default");
        assertThat(paths.at("/~1api~1orders~1files~1{rest}/get/parameters/0/description")
                        .asString())
                .contains("slashes");
        assertThat(paths.at("/~1api~1orders~1upload/post/requestBody/content").propertyNames())
                .containsExactly("multipart/form-data");
        assertThat(paths.at("/~1api~1orders/get/responses").has("404")).isFalse();
        assertThat(paths.at("/~1api~1orders~1{id}/get/responses").has("404")).isTrue();
    }

    @Test
    void paths_that_differ_in_the_names_of_variables_are_one() {
        serve("orders", new Orders());
        serve("other", new Other());

        JsonNode path = document().at("/paths/~1api~1orders~1{id}");

        assertThat(path.propertyNames()).containsExactlyInAnyOrder("get", "put");
        assertThat(path.at("/put/parameters/0/name").asString()).isEqualTo("id");
        assertThat(path.at("/put/operationId").asString()).isEqualTo("putApiOrdersById");
    }

    @Test
    void doc_comments_become_summary_descriptions_and_examples() {
        String place = DocComments.locationOf(Orders.class.getName(), "add", List.of("Order"));
        serve(
                "orders",
                new Orders(),
                Map.of(place, """
                Adds an order. It is {@code checked} first.

                @param order what is wanted
                Example: {"id": "17"}
                @return what was stored
                """, Order.class.getName(), "An order.\n\n@param id its number\nExample: 4711"));

        JsonNode post = document().at("/paths/~1api~1orders/post");

        assertThat(post.path("summary").asString()).isEqualTo("Adds an order");
        assertThat(post.path("description").asString()).isEqualTo("Adds an order. It is `checked` first.");
        assertThat(post.at("/requestBody/description").asString()).isEqualTo("what is wanted");
        assertThat(post.at("/requestBody/content/application~1json/example/id").asString())
                .isEqualTo("17");
        assertThat(post.at("/responses/201/description").asString()).isEqualTo("what was stored");
        assertThat(document().at("/components/schemas/Order/properties/id").toString())
                .isEqualTo("{\"type\":\"string\",\"description\":\"its number\",\"examples\":[4711]}");
    }

    @Test
    void it_is_the_same_text_until_routes_change() {
        serve("orders", new Orders());
        String text = text();
        String tag = answer().header("ETag").orElseThrow();

        assertThat(answer().header("ETag")).hasValue(tag);
        serve("other", new Other());
        assertThat(answer().header("ETag")).isPresent().isNotEqualTo(Optional.of(tag));
        router.withdraw("other");
        assertThat(answer().header("ETag")).hasValue(tag);
        assertThat(text()).isEqualTo(text);
    }

    private void serve(String owner, Object controller) {
        serve(owner, controller, Map.of());
    }

    private void serve(String owner, Object controller, Map<String, String> comments) {
        RouteOwner described = new RouteOwner(owner, false, new DocComments(comments));
        List<Route> routes = controllers.routesOf(controller, "/api", "Test.java").stream()
                .map(route -> route.withOwner(described))
                .toList();
        router.publish(owner, routes);
    }

    private Response answer() {
        try {
            return api.route().handler().handle(Request.of(Method.GET, "/openapi.json", Headers.of(), new byte[0]));
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    private String text() {
        return new String(((Response.Bytes) answer().content()).toArray(), UTF_8);
    }

    private JsonNode document() {
        return JsonMapper.shared().readTree(text());
    }

    private static String json(String text) {
        return JsonMapper.shared().readTree(text).toString();
    }

    @RestController
    public static class Streams {
        record Problem(String what) {}

        @GetMapping("stream")
        public StreamingBody stream() {
            return out -> {};
        }

        @GetMapping("events")
        public ServerSentEvents events() {
            return events -> {};
        }

        @GetMapping("emitter")
        public SseEmitter emitter() {
            return new SseEmitter();
        }

        @GetMapping("path")
        public Path path() {
            return Path.of("x");
        }

        @GetMapping("problem")
        public Problem problem() {
            return new Problem("mine");
        }
    }

    @Test
    void what_is_streamed_has_the_media_type_that_is_sent() {
        serve("streams", new Streams());
        JsonNode paths = document().at("/paths");
        Map<String, String> expected =
                Map.of("stream", "*/*", "events", "text/event-stream", "emitter", "text/event-stream", "path", "*/*");
        expected.forEach((name, media) -> {
            JsonNode content = paths.at("/~1api~1" + name + "/get/responses/200/content");
            assertThat(content.propertyNames()).as(name).containsExactly(media);
            assertThat(content.at("/" + media.replace("/", "~1") + "/schema").toString())
                    .as(name)
                    .isEqualTo("{}");
        });
    }

    record Wanted(
            @Described("What is looked for") String text,
            @Min(1) @Max(9) int most,
            @BindParam("wait") boolean waits) {}

    public static class Filter {
        @Described("Whose they are")
        private String owner = "";

        public void setOwner(String owner) {
            this.owner = owner;
        }
    }

    record Nested(String name, Filter filter) {}

    @RestController
    public static class Searches {
        @GetMapping("wanted")
        public String wanted(Wanted wanted, Filter filter) {
            return wanted + filter.owner;
        }

        @GetMapping("owned/{owner}")
        public String owned(Filter filter) {
            return filter.owner;
        }

        @GetMapping("nested")
        public String nested(Nested nested) {
            return nested.name;
        }
    }

    @Test
    void an_object_out_of_parameters_is_described_one_by_one() {
        serve("searches", new Searches());
        JsonNode parameters = document().at("/paths/~1api~1wanted/get/parameters");
        assertThat(parameters.valueStream().map(one -> one.path("name").asString()))
                .containsExactly("text", "most", "wait", "owner");
        assertThat(parameters.at("/0/description").asString()).isEqualTo("What is looked for");
        assertThat(parameters.at("/0/required").asBoolean(false)).isFalse();
        assertThat(parameters.at("/1/required").asBoolean()).isTrue();
        assertThat(parameters.at("/1/schema/maximum").asInt()).isEqualTo(9);
        assertThat(parameters.at("/2/schema/type").asString()).isEqualTo("boolean");
        assertThat(parameters.at("/2/required").asBoolean(false)).isFalse();
        assertThat(parameters.at("/3/description").asString()).isEqualTo("Whose they are");
    }

    @Test
    void what_an_object_takes_from_the_path_is_described_once() {
        serve("searches", new Searches());
        JsonNode parameters = document().at("/paths/~1api~1owned~1{owner}/get/parameters");
        assertThat(parameters).hasSize(1);
        assertThat(parameters.at("/0/in").asString()).isEqualTo("path");
    }

    @Test
    void an_object_that_holds_another_one_stays_whole() {
        serve("searches", new Searches());
        JsonNode parameters = document().at("/paths/~1api~1nested/get/parameters");
        assertThat(parameters).hasSize(1);
        assertThat(parameters.at("/0/explode").asBoolean()).isTrue();
        assertThat(parameters.at("/0/schema/$ref").asString()).endsWith("Nested");
    }

    @Test
    void a_type_that_is_called_as_our_problems_are_keeps_its_own_schema() {
        serve("streams", new Streams());
        JsonNode document = document();
        JsonNode reference =
                document.at("/paths/~1api~1problem/get/responses/200/content/application~1json/schema/$ref");
        assertThat(reference.asString()).isEqualTo("#/components/schemas/streams.Problem");
        assertThat(document.at("/components/schemas/streams.Problem/properties").propertyNames())
                .containsExactly("what");
        assertThat(document.at("/components/schemas/Problem/properties").propertyNames())
                .contains("title", "status");
    }
}
