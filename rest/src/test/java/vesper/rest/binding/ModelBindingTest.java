package vesper.rest.binding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.io.InputStream;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.springframework.format.annotation.DateTimeFormat;
import org.springframework.http.HttpEntity;
import org.springframework.http.RequestEntity;
import org.springframework.web.bind.annotation.BindParam;
import org.springframework.web.bind.annotation.CookieValue;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.MatrixVariable;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import vesper.codec.Codec;
import vesper.http.Method;
import vesper.rest.Services;
import vesper.rest.controllers.Controllers;
import vesper.rest.operations.Input;
import vesper.rest.routing.Route;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ModelBindingTest {
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String WHOLE_NUMBER = "expected a whole number from -2147483648 to 2147483647";

    public record Line(String sku, int quantity) {
        public Line {
            if (quantity < 1) throw new IllegalArgumentException("quantity must be at least 1");
        }
    }

    public record Order(
            String customer,
            Optional<Integer> priority,
            boolean express,
            List<Line> lines,
            Set<String> tags,
            Map<String, Integer> sums,
            @DateTimeFormat(pattern = "dd.MM.yyyy") LocalDate due,
            @BindParam("ship-to") String shipTo) {}

    public record Page(
            @Min(0) @Max(1000) Integer limit,
            @Min(1) Long from,
            @Max(9) int upTo) {}

    public static class Address {
        private String city = "nowhere";
        private int[] floors = {};
        private Address next;
        private InputStream never;

        public void setCity(String city) {
            this.city = city;
        }

        public void setFloors(int[] floors) {
            this.floors = floors;
        }

        public void setNext(Address next) {
            this.next = next;
        }

        public void setNever(InputStream never) {
            this.never = never;
        }

        @Override
        public String toString() {
            return city + floors.length + (next == null ? "" : "(" + next + ")") + (never == null ? "" : "!");
        }
    }

    public static class Named {
        public int id;
        public String name;
    }

    @RestController
    public static class Echo {
        @GetMapping("/order")
        public String order(Order order) {
            return order.toString();
        }

        @PostMapping("/address")
        public String address(@ModelAttribute Address address, @RequestParam int copies) {
            return address.toString();
        }

        @GetMapping("/named/{id}")
        public String named(Named named) {
            return named.id + " " + named.name;
        }

        @GetMapping("/page")
        public String page(Page page, @RequestParam(required = false) @Max(5) Integer stars) {
            return page.toString();
        }

        @GetMapping("/cookies")
        public String cookies(
                @CookieValue("id") int id,
                @CookieValue(name = "theme", defaultValue = "light") String theme,
                @CookieValue Map<String, String> all) {
            return id + " " + theme + " " + all;
        }

        @GetMapping("/cookies-of-one-name")
        public String cookiesOfOneName(
                @CookieValue String first,
                @CookieValue("first") List<String> all,
                @CookieValue(value = "first") int number) {
            return first + " " + all + " " + number;
        }

        @GetMapping("/locale")
        public String locale(Locale locale) {
            return locale.toLanguageTag();
        }

        @PostMapping("/entity")
        public String entity(HttpEntity<Map<String, Integer>> entity) {
            return entity.getBody() + " " + entity.getHeaders().getFirst("X-A");
        }

        @PostMapping("/request")
        public String request(RequestEntity<String> entity) {
            return entity.getMethod() + " " + entity.getUrl() + " " + entity.getBody();
        }

        @GetMapping("/date")
        public String date(@RequestParam @DateTimeFormat(pattern = "dd.MM.yyyy") LocalDate day) {
            return day.toString();
        }
    }

    private final Services services = Services.of(new Echo());

    @Test
    void a_record_is_made_of_parameters() {
        assertThat(services.get(
                                "/api/order?customer=Ann&lines[0].sku=A&lines[0].quantity=2&lines%5B1%5D.sku=B"
                                        + "&lines[1].quantity=3&tags=x&tags=y&sums[all]=5&due=31.01.2026&ship-to=Rome&priority=1")
                        .body())
                .isEqualTo("Order[customer=Ann, priority=Optional[1], express=false, lines=[Line[sku=A, quantity=2],"
                        + " Line[sku=B, quantity=3]], tags=[x, y], sums={all=5}, due=2026-01-31, shipTo=Rome]");
        assertThat(services.get("/api/order?express=on").body())
                .isEqualTo("Order[customer=null, priority=Optional.empty, express=true, lines=null, tags=null,"
                        + " sums=null, due=null, shipTo=null]");
    }

    @Test
    void a_bean_is_made_of_a_form_and_keeps_what_no_field_sets() {
        assertThat(post(
                        "/api/address?copies=1",
                        "next.floors=1&next.floors=2&never=x&class.name=y&next.next.city=Rome"))
                .isEqualTo("nowhere0(nowhere2(Rome0))");
        assertThat(post("/api/address?copies=1", "floors[0]=4&floors[1]=5")).isEqualTo("nowhere2");
    }

    @Test
    void variables_of_the_path_are_properties_where_no_parameter_is() {
        assertThat(services.get("/api/named/7?name=Ann").body()).isEqualTo("7 Ann");
    }

    @Test
    void every_bad_property_is_named_at_once() {
        String body = services.get("/api/order?priority=high&lines[0].quantity=x&lines[1].quantity=0&lines[2]=y"
                        + "&sums[all]=z&due=tomorrow")
                .body();
        assertThat(body)
                .contains("{\"pointer\":\"priority\",\"detail\":\"" + WHOLE_NUMBER + "\"}")
                .contains("{\"pointer\":\"lines[0].quantity\",\"detail\":\"" + WHOLE_NUMBER + "\"}")
                .contains("{\"pointer\":\"lines[1]\",\"detail\":\"quantity must be at least 1\"}")
                .contains("{\"pointer\":\"lines[2].quantity\",\"detail\":\"is missing\"}")
                .contains("{\"pointer\":\"sums[all]\",\"detail\":\"" + WHOLE_NUMBER + "\"}")
                .contains("{\"pointer\":\"due\",\"detail\":\"expected a date like 2026-01-31\"}");
        assertThat(services.call(Method.POST, "/api/address?copies=x", "floors=y", "Content-Type", FORM)
                        .body())
                .contains("\"floors\"", "\"copies\"");
    }

    @Test
    void bounds_that_a_constraint_states_are_told_instead_of_those_of_the_type() {
        assertThat(services.get("/api/page?limit=abc&from=x&upTo=y&stars=z").body())
                .contains("{\"pointer\":\"limit\",\"detail\":\"expected a whole number from 0 to 1000\"}")
                .contains("{\"pointer\":\"from\",\"detail\":\"expected a whole number of at least 1\"}")
                .contains("{\"pointer\":\"upTo\",\"detail\":\"expected a whole number of at most 9\"}")
                .contains("{\"pointer\":\"stars\",\"detail\":\"expected a whole number of at most 5\"}");
    }

    @Test
    void indexes_and_depth_have_bounds() {
        assertThat(services.get("/api/order?lines[256].sku=x").body()).contains("expected an index from 0 to 255");
        assertThat(services.get("/api/order?lines[1].sku=x").body()).contains("\"lines[0]\"", "no gaps");
        assertThat(services.get("/api/order?lines[99999999999].sku=x").status()).isEqualTo(400);
        assertThat(services.get("/api/order?lines[-1].sku=x").status()).isEqualTo(400);
        assertThat(services.get("/api/order?a" + ".a".repeat(16) + "=x").body()).contains("nested deeper than 16");
        assertThat(services.get("/api/order?a" + "[".repeat(5000) + "=x").status())
                .isEqualTo(200);
    }

    @Test
    void cookies_are_bound_by_name() {
        assertThat(services.get("/api/cookies", "Cookie", "id=7; x=a=b").body()).isEqualTo("7 light {id=7, x=a=b}");
        assertThat(services.get("/api/cookies", "Cookie", "id=seven").body()).contains("\"id\"", WHOLE_NUMBER);
        assertThat(services.get("/api/cookies").body()).contains("\"id\"", "is missing");
    }

    @Test
    void of_several_cookies_of_one_name_the_first_counts() {
        assertThat(services.get("/api/cookies-of-one-name", "Cookie", "first=7; first=8")
                        .body())
                .isEqualTo("7 [7, 8] 7");
        assertThat(services.get("/api/cookies-of-one-name", "Cookie", "first=7", "Cookie", "first=x")
                        .body())
                .isEqualTo("7 [7, x] 7");
    }

    @Test
    void the_locale_is_the_one_that_the_client_likes_best() {
        assertThat(services.get("/api/locale", "Accept-Language", "fr;q=0.5, de-AT, *")
                        .body())
                .isEqualTo("de-AT");
        String mine = Locale.getDefault().toLanguageTag();
        for (String field : List.of("*", "???", "x".repeat(2000))) {
            assertThat(services.get("/api/locale", "Accept-Language", field).body())
                    .isEqualTo(mine);
        }
    }

    @Test
    void an_entity_has_body_and_header_fields() {
        assertThat(services.post("/api/entity", "{\"a\":1}", "X-A", "b").body()).isEqualTo("{a=1} b");
        assertThat(services.post("/api/entity", "").body()).isEqualTo("null null");
        assertThat(services.post("/api/entity", "{\"a\":\"b\"}").body()).contains("#/a");
        assertThat(services.post("/api/request?q=[x]", "hi").body()).isEqualTo("POST /api/request?q=%5Bx%5D hi");
    }

    @Test
    void a_date_has_the_form_that_is_written_on_it() {
        assertThat(services.get("/api/date?day=29.02.2024").body()).isEqualTo("2024-02-29");
        assertThat(services.get("/api/date?day=30.02.2024").status()).isEqualTo(400);
    }

    public static class Matrix {
        @GetMapping("/x")
        public String x(@MatrixVariable int a) {
            return "";
        }
    }

    public static class Unmakeable {
        @GetMapping("/x")
        public String x(List<InputStream> streams) {
            return "";
        }
    }

    @Test
    void what_cannot_be_bound_is_refused_at_once() {
        Controllers controllers = new Controllers(new Codec(false), Runnable::run);
        assertThatThrownBy(() -> controllers.routesOf(new Matrix(), "", "M.java"))
                .hasMessage("Matrix.x (M.java): @MatrixVariable is not supported");
        assertThatThrownBy(() -> controllers.routesOf(new Unmakeable(), "", "U.java"))
                .hasMessageContaining("cannot convert text or parameters to java.util.List");
    }

    @Test
    void a_route_knows_what_its_method_takes() {
        Route route = services.router().routes().stream()
                .filter(one -> one.pattern().equals("/api/cookies"))
                .findFirst()
                .orElseThrow();
        List<Input> inputs = route.operation().orElseThrow().inputs();
        assertThat(inputs).extracting(Input::name).containsExactly("id", "theme", "");
        assertThat(inputs).extracting(Input::required).containsExactly(true, false, false);
        assertThat(inputs).extracting(Input::from).containsOnly(Input.From.COOKIE);
    }

    private String post(String target, String form) {
        return services.post(target, form, "Content-Type", FORM).body();
    }

    enum Color {
        RED
    }

    public static class Tin {
        public void setColor(String name) {
            if (Color.valueOf(name) == Color.RED) throw new IllegalStateException("on purpose");
        }
    }

    @RestController
    public static class Painter {
        @GetMapping("/tin")
        public String tin(Tin tin) {
            return "painted";
        }
    }

    @Test
    void the_words_of_the_JDK_stay_here_and_a_fault_of_the_class_is_told_as_one() {
        Services painters = Services.of(new Painter());
        assertThat(painters.get("/api/tin?color=BLUE").body())
                .contains("{\"pointer\":\"color\",\"detail\":\"is invalid\"}")
                .doesNotContain("enum constant");
        assertThat(painters.get("/api/tin?color=RED").status()).isEqualTo(500);
    }
}
