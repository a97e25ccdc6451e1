package vesper.rest.binding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpMethod;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import vesper.codec.Codec;
import vesper.http.Method;
import vesper.http.Request;
import vesper.rest.Services;
import vesper.rest.controllers.Controllers;

@DisplayNameGeneration(ReplaceUnderscores.class)
class BindingTest {
    private static final String WHOLE_NUMBER = "expected a whole number from -2147483648 to 2147483647";
    private static final String FORM = "application/x-www-form-urlencoded";

    record Sku(String text) {
        public static Sku of(String text) {
            if (text.isBlank()) throw new IllegalArgumentException("blank");
            return new Sku(text);
        }
    }

    public record Line(String sku, int quantity) {}

    public record Order(String customer, List<Line> lines, LocalDate due) {}

    public static class Bean {
        public String name;
        public TimeUnit unit;
    }

    @RestController
    public static class Echo {
        @GetMapping("/path/{id}/{*rest}")
        public String path(
                @PathVariable int id, @PathVariable("rest") String rest, @PathVariable Map<String, String> all) {
            return id + " " + rest + " " + all;
        }

        @GetMapping("/files/{name}.{kind}")
        public String file(@PathVariable String name, @PathVariable String kind) {
            return name + "|" + kind;
        }

        @GetMapping("/text")
        public String text(@RequestParam String text) {
            return text;
        }

        @GetMapping("/number")
        public String number(
                @RequestParam(required = false) Integer a,
                @RequestParam(defaultValue = "7") int b,
                @RequestParam Optional<Long> c,
                int d,
                String e) {
            return a + " " + b + " " + c + " " + d + " " + e;
        }

        @GetMapping("/many")
        public String many(
                @RequestParam(required = false) List<Integer> list,
                @RequestParam(required = false) Set<String> set,
                @RequestParam(required = false) int[] array) {
            return list + " " + set + " " + Arrays.toString(array);
        }

        @GetMapping("/fractions")
        public String fractions(
                @RequestParam(required = false) Double twice,
                @RequestParam(required = false) Float single,
                @RequestParam(required = false) double[] all) {
            return twice + " " + single + " " + Arrays.toString(all);
        }

        @PostMapping("/all")
        public String all(
                @RequestParam Map<String, String> firsts,
                @RequestParam Map<String, List<String>> lists,
                @RequestParam MultiValueMap<String, String> multi) {
            return firsts + " " + lists + " " + multi;
        }

        @GetMapping("/types")
        public String types(
                @RequestParam(required = false) BigDecimal decimal,
                @RequestParam(required = false) TimeUnit unit,
                @RequestParam(required = false) Boolean truth,
                @RequestParam(required = false) LocalDate date,
                @RequestParam(required = false) LocalTime time,
                @RequestParam(required = false) LocalDateTime dateTime,
                @RequestParam(required = false) Instant instant,
                @RequestParam(required = false) OffsetDateTime offset,
                @RequestParam(required = false) Duration duration,
                @RequestParam(required = false) UUID uuid,
                @RequestParam(required = false) URI uri,
                @RequestParam(required = false) Locale locale,
                @RequestParam(required = false) Charset charset,
                @RequestParam(required = false) Sku sku,
                @RequestParam(required = false) StringBuilder builder) {
            StringBuilder text = new StringBuilder();
            Object[] values = {
                decimal, unit, truth, date, time, dateTime, instant, offset, duration, uuid, uri, locale, charset, sku,
                builder
            };
            for (Object value : values) if (value != null) text.append(value).append(' ');
            return text.toString().strip();
        }

        @GetMapping("/headers")
        public String headers(
                @RequestHeader("X-Count") int count,
                @RequestHeader(name = "X-Tags", required = false) List<String> tags,
                @RequestHeader Map<String, String> all) {
            return count + " " + tags + " " + all;
        }

        @PostMapping("/order")
        public Order order(@RequestParam int copies, @RequestBody Order order) {
            return order;
        }

        @PostMapping("/bean")
        public String bean(@RequestBody Bean bean) {
            return bean.name + " " + bean.unit;
        }

        @PostMapping("/list")
        public List<Line> list(@RequestBody List<Line> lines) {
            return lines;
        }

        @PostMapping("/texts")
        public Map<String, String> texts(@RequestBody Map<String, String> texts) {
            return texts;
        }

        @PostMapping("/time")
        public Instant time(@RequestBody Map<String, Instant> times) {
            return times.get("at");
        }

        @PostMapping("/map")
        public Map<String, Object> map(@RequestBody Map<String, Object> map) {
            return map;
        }

        @PostMapping("/raw")
        public String raw(@RequestBody(required = false) byte[] bytes) {
            return bytes == null ? "nothing" : bytes.length + " bytes";
        }

        @PostMapping("/string")
        public String string(@RequestBody String text) {
            return text;
        }

        @PostMapping("/stream")
        public String stream(InputStream stream, Request request, Method method, HttpMethod spring) throws IOException {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8) + request.path() + method + spring;
        }
    }

    private final Services services = Services.of(new Echo());

    @Test
    void a_text_that_is_not_of_its_character_set_is_refused() {
        assertThat(services.post("/api/string", "h\u00e9", "Content-Type", "text/plain")
                        .body())
                .isEqualTo("h\u00e9");
        assertThat(services.post("/api/string", "h\ufffd", "Content-Type", "text/plain")
                        .body())
                .isEqualTo("h\ufffd");
        Services.Answer bad = services.post("/api/string", "h\u00e9", "Content-Type", "text/plain;charset=us-ascii");
        assertThat(bad.status()).isEqualTo(400);
        assertThat(bad.body()).contains("{\"pointer\":\"#\",\"detail\":\"is not US-ASCII\"}");
    }

    @Test
    void path_variables_are_decoded_and_converted() {
        assertThat(body("/api/path/17/a%2Fb/c")).isEqualTo("17 /a/b/c {id=17, rest=/a/b/c}");
        assertThat(body("/api/files/a.b.json")).isEqualTo("a.b|json");
        assertThat(errors("/api/path/x/")).isEqualTo(error("id", WHOLE_NUMBER));
        assertThat(errors("/api/path/17/a/%ff")).contains("The path is not percent-encoded UTF-8");
    }

    @Test
    void parameters_are_decoded_as_forms_are() {
        assertThat(body("/api/text?text=a+b%26c%C3%A9")).isEqualTo("a b&cé");
        assertThat(body("/api/text?text=")).isEmpty();
        assertThat(body("/api/text?text=a=b")).isEqualTo("a=b");
        assertThat(body("/api/text?text=1&text=2")).isEqualTo("1,2");
        assertThat(errors("/api/text")).isEqualTo(error("text", "is missing"));
        assertThat(errors("/api/text?text=%zz")).contains("the parameters are malformed");
    }

    @Test
    void parameters_may_be_missing_where_that_is_said() {
        assertThat(body("/api/number?d=4")).isEqualTo("null 7 Optional.empty 4 null");
        assertThat(body("/api/number?a=1&b=2&c=3&d=4&e=5")).isEqualTo("1 2 Optional[3] 4 5");
        assertThat(body("/api/number?a=&b=&c=&d=4&e=")).isEqualTo("null 7 Optional.empty 4 ");
        assertThat(errors("/api/number")).isEqualTo(error("d", "is missing"));
    }

    @Test
    void every_bad_parameter_is_named_at_once() {
        Services.Answer answer = services.get("/api/number?a=x&b=1.5&c=99999999999999999999&d=");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body())
                .isEqualTo("{\"type\":\"about:blank\",\"title\":\"Bad Request\",\"status\":400,"
                        + "\"detail\":\"4 values of the request are invalid\",\"errors\":["
                        + error("a", WHOLE_NUMBER) + "," + error("b", WHOLE_NUMBER) + ","
                        + error("c", "expected a whole number from -9223372036854775808 to 9223372036854775807") + ","
                        + error("d", "is missing") + "]}");
    }

    @Test
    void several_values_come_repeated_or_between_commas() {
        assertThat(body("/api/many?list=1,2&set=a&set=b&set=a&array=3")).isEqualTo("[1, 2] [a, b] [3]");
        assertThat(body("/api/many?list=")).isEqualTo("[] null null");
        assertThat(errors("/api/many?list=1,x"))
                .isEqualTo(
                        error("list", "expected a list, each element a whole number from -2147483648 to 2147483647"));
    }

    @Test
    void a_floating_point_number_is_finite_as_in_a_body() {
        assertThat(body("/api/fractions?twice=-1.7e308&single=3.4e38&all=1e-400,2"))
                .isEqualTo("-1.7E308 3.4E38 [0.0, 2.0]");
        for (String none : List.of("NaN", "Infinity", "-Infinity", "1e400", "-1e309", "1e39x")) {
            assertThat(errors("/api/fractions?twice=" + none)).as(none).isEqualTo(error("twice", "expected a number"));
        }
        assertThat(errors("/api/fractions?single=1e39")).isEqualTo(error("single", "expected a number"));
        assertThat(errors("/api/fractions?all=1,NaN"))
                .isEqualTo(error("all", "expected a list, each element a number"));
    }

    @Test
    void half_of_a_character_in_a_body_is_refused_whatever_the_answer_would_be() {
        for (String accepted : List.of("application/json", "application/xml")) {
            Services.Answer refused = services.post("/api/texts", "{\"a\":\"\\ud800\"}", "Accept", accepted);
            assertThat(refused.status()).as(accepted).isEqualTo(400);
            assertThat(refused.body())
                    .contains("a text contains \\ud800, a lone surrogate (line 1, column 7)"
                            .replace("\\", accepted.endsWith("json") ? "\\\\" : "\\"));
        }
    }

    @Test
    void a_time_that_would_become_another_one_is_named() {
        Services.Answer refused = services.post("/api/time", "{\"at\":1e400}");
        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.body()).contains(error("#/at", "expected an instant like 2026-01-31T13:30:00Z"));
        assertThat(services.post("/api/time", "{\"at\":1.5}").body()).isEqualTo("\"1970-01-01T00:00:01.500Z\"");
    }

    @Test
    void maps_take_all_parameters_of_query_and_form() {
        Services.Answer answer = services.post("/api/all?a=1&b=2", "a=3&c=%26", "Content-Type", FORM);
        assertThat(answer.body()).isEqualTo("{a=1, b=2, c=&} {a=[1, 3], b=[2], c=[&]} {a=[1, 3], b=[2], c=[&]}");
    }

    @Test
    void text_becomes_values_of_many_types() {
        assertThat(body("/api/types?decimal=1.50")).isEqualTo("1.50");
        assertThat(body("/api/types?unit=DAYS")).isEqualTo("DAYS");
        assertThat(body("/api/types?truth=yes")).isEqualTo("true");
        assertThat(body("/api/types?date=2026-01-31&time=13:30")).isEqualTo("2026-01-31 13:30");
        assertThat(body("/api/types?dateTime=2026-01-31T13:30&instant=1970-01-01T00:00:00Z"))
                .isEqualTo("2026-01-31T13:30 1970-01-01T00:00:00Z");
        assertThat(body("/api/types?offset=2026-01-31T13:30%2B01:00&duration=PT5M"))
                .isEqualTo("2026-01-31T13:30+01:00 PT5M");
        assertThat(body("/api/types?uuid=123e4567-e89b-12d3-a456-426614174000"))
                .isEqualTo("123e4567-e89b-12d3-a456-426614174000");
        assertThat(body("/api/types?uri=/a&locale=en-GB&charset=utf-8")).isEqualTo("/a en_GB UTF-8");
        assertThat(body("/api/types?sku=a&builder=b")).isEqualTo("Sku[text=a] b");
    }

    @Test
    void text_that_is_no_value_is_told_in_words_of_the_client() {
        assertThat(errors("/api/types?date=soon")).isEqualTo(error("date", "expected a date like 2026-01-31"));
        assertThat(errors("/api/types?truth=perhaps")).isEqualTo(error("truth", "expected true or false"));
        assertThat(errors("/api/types?unit=days"))
                .isEqualTo(error(
                        "unit",
                        "expected one of NANOSECONDS, MICROSECONDS, MILLISECONDS, SECONDS, MINUTES, HOURS, DAYS"));
        assertThat(errors("/api/types?sku=%20")).isEqualTo(error("sku", "expected an object"));
        for (String number : List.of("1".repeat(5000), "1e999999999", "-1e-999999999", "1e1001", "1e99999999999")) {
            assertThat(errors("/api/types?decimal=" + number))
                    .isEqualTo(error("decimal", "expected a number of at most 1000 digits"));
        }
    }

    @Test
    void headers_are_found_without_case() {
        assertThat(services.get("/api/headers", "x-count", "3", "X-TAGS", "a, b")
                        .body())
                .isEqualTo("3 [a, b] {x-count=3, X-TAGS=a, b}");
        assertThat(services.get("/api/headers", "X-Count", "many").body()).contains(error("X-Count", WHOLE_NUMBER));
    }

    @Test
    void bodies_are_read_by_content_type() {
        String json = "{\"customer\":\"Ann\",\"lines\":[{\"sku\":\"a\",\"quantity\":2}],\"due\":\"2026-01-31\"}";
        String xml = "<order><customer>Ann</customer><lines><lines><sku>a</sku><quantity>2</quantity></lines></lines>"
                + "<due>2026-01-31</due></order>";
        assertThat(services.post("/api/order?copies=1", json, "Content-Type", "application/json")
                        .body())
                .isEqualTo(json);
        assertThat(services.post("/api/order?copies=1", xml, "Content-Type", "text/xml; charset=utf-8")
                        .body())
                .isEqualTo(json);
        assertThat(services.post("/api/order?copies=1", json, "Content-Type", "application/vnd.acme+json")
                        .body())
                .isEqualTo(json);
        assertThat(services.post("/api/order?copies=1", json).body()).isEqualTo(json);
        assertThat(services.post("/api/list", "[{\"sku\":\"a\",\"quantity\":2}]")
                        .body())
                .isEqualTo("[{\"sku\":\"a\",\"quantity\":2}]");
        assertThat(services.post("/api/map", "{\"b\":[1,2.5],\"a\":null}").body())
                .isEqualTo("{\"b\":[1,2.5],\"a\":null}");
        assertThat(services.post("/api/map", "a=1&b=%26", "Content-Type", FORM).body())
                .isEqualTo("{\"a\":\"1\",\"b\":\"&\"}");
        assertThat(services.post("/api/bean", "{\"name\":\"n\",\"unit\":\"DAYS\"}")
                        .body())
                .isEqualTo("n DAYS");
    }

    @Test
    void bodies_are_taken_as_they_are_where_that_is_asked() {
        assertThat(services.post("/api/raw", "abc", "Content-Type", "image/png").body())
                .isEqualTo("3 bytes");
        assertThat(services.post("/api/raw", "").body()).isEqualTo("nothing");
        assertThat(services.post("/api/string", "é", "Content-Type", "text/plain")
                        .body())
                .isEqualTo("é");
        assertThat(services.post("/api/stream", "abc").body()).isEqualTo("abc/api/streamPOSTPOST");
    }

    @Test
    void bad_fields_and_bad_parameters_are_told_together() {
        Services.Answer answer =
                services.post("/api/order?copies=x", "{\"lines\":[{\"quantity\":\"many\"}],\"due\":\"soon\"}");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body())
                .contains("\"errors\":[" + error("copies", WHOLE_NUMBER) + ","
                        + error("#/lines/0/quantity", WHOLE_NUMBER) + ","
                        + error("#/due", "expected a date like 2026-01-31") + "]");
    }

    @Test
    void malformed_and_missing_bodies_are_bad_requests() {
        assertThat(services.post("/api/map", "{\n\"a\":}").body())
                .contains("\"pointer\":\"#\"")
                .contains("(line 2, column ");
        assertThat(services.post("/api/map", "").body()).contains(error("#", "the body is missing"));
        assertThat(services.post("/api/map", "null").body()).contains(error("#", "the body is null"));
        assertThat(services.post("/api/map", "[".repeat(100_000)).status()).isEqualTo(400);
        assertThat(services.post("/api/map", "{\"a\":" + "9".repeat(5000) + "}").status())
                .isEqualTo(400);
    }

    @Test
    void bodies_of_other_types_are_unsupported() {
        Services.Answer answer = services.post("/api/map", "x", "Content-Type", "image/png");
        assertThat(answer.status()).isEqualTo(415);
        assertThat(answer.header("Accept")).isEqualTo("application/json, application/xml");
        assertThat(services.post("/api/map", "x", "Content-Type", "nonsense").status())
                .isEqualTo(415);
        assertThat(services.post("/api/map", "x", "Content-Type", "application/json;charset=nonsense")
                        .status())
                .isEqualTo(415);
    }

    @Test
    void entity_bombs_and_foreign_entities_are_bad_requests() {
        String bomb = "<!DOCTYPE b [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;&a;&a;\">]><b><c>&b;</c></b>";
        String file = "<!DOCTYPE b [<!ENTITY a SYSTEM \"file:///etc/hostname\">]><b><c>&a;</c></b>";
        assertThat(services.post("/api/map", bomb, "Content-Type", "application/xml")
                        .status())
                .isEqualTo(400);
        assertThat(services.post("/api/map", file, "Content-Type", "application/xml")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void an_upload_to_a_method_that_wants_JSON_is_an_unsupported_type_whatever_else_is_wrong() {
        String upload = "--b\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--b--\r\n";
        Services.Answer answer = services.post("/api/bean", upload, "Content-Type", "multipart/form-data; boundary=b");
        assertThat(answer.status()).isEqualTo(415);
        assertThat(answer.header("Accept")).isEqualTo("application/json, application/xml");
        assertThat(services.post("/api/order", upload, "Content-Type", "multipart/form-data; boundary=b")
                        .status())
                .isEqualTo(415);
    }

    @Test
    void a_flood_of_parameters_is_refused() {
        assertThat(services.get("/api/text?" + "a&".repeat(10_001) + "text=b").status())
                .isEqualTo(400);
    }

    @Test
    void a_parameter_that_nothing_can_fill_is_refused_when_it_is_read() {
        assertThatThrownBy(() -> new Controllers(new Codec(true), Runnable::run)
                        .routesOf(new Hopeless(), "/api", "hopeless/code/Hopeless.groovy"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Hopeless.get (hopeless/code/Hopeless.groovy): parameter order");
        assertThatThrownBy(() -> new Controllers(new Codec(true), Runnable::run)
                        .routesOf(new Nameless(), "/api", "Nameless.groovy"))
                .hasMessageContaining("no variable {number}");
    }

    @RestController
    public static class Hopeless {
        @GetMapping("/x")
        public String get(Runnable order) {
            return "";
        }
    }

    @RestController
    public static class Nameless {
        @GetMapping("/x/{id}")
        public String get(@PathVariable int number) {
            return "";
        }
    }

    private String body(String target) {
        Services.Answer answer = services.get(target);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return answer.body();
    }

    /** Returns the content of the {@code errors} array. */
    private String errors(String target) {
        Services.Answer answer = services.get(target);
        assertThat(answer.status()).as(answer.body()).isEqualTo(400);
        return answer.body().replaceAll("^.*\"errors\":\\[|]}$", "");
    }

    private static String error(String pointer, String detail) {
        return "{\"pointer\":\"" + pointer + "\",\"detail\":\"" + detail + "\"}";
    }
}
