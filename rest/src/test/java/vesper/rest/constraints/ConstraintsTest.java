package vesper.rest.constraints;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import jakarta.validation.Valid;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import vesper.rest.Services;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ConstraintsTest {
    public record Line(@NotBlank String sku, @Min(1) @Max(9) int quantity) {}

    public record Order(
            @NotNull @Size(min = 2, max = 5) String customer,
            @JsonProperty("e-mail") @Email String email,
            @Valid @Size(min = 1) List<Line> lines,
            Map<String, @Valid Line> spare,
            List<@NotBlank String> tags,
            @DecimalMax("9.5") BigDecimal price) {}

    public static class Filter {
        @Size(max = 3)
        private String text;

        @Valid
        private Line line;

        public void setText(String text) {
            this.text = text;
        }

        public void setLine(Line line) {
            this.line = line;
        }
    }

    public interface Shop {
        @GetMapping("/inherited")
        String inherited(@RequestParam @Min(3) int least);
    }

    @RestController
    public static class Orders implements Shop {
        @PostMapping("/orders")
        public String add(@Valid @RequestBody Order order) {
            return "added";
        }

        @PostMapping("/many")
        public String many(@RequestBody List<@Valid Line> lines) {
            return "added";
        }

        @GetMapping("/orders/{id}")
        public String find(
                @PathVariable @Min(10) int id,
                @RequestParam(required = false) @Size(max = 2) List<@Size(max = 3) String> tags,
                @RequestHeader(name = "X-By", required = false) @NotBlank String by) {
            return "found";
        }

        @GetMapping("/filter")
        public String filter(@Valid Filter filter) {
            return "filtered";
        }

        @PostMapping("/unchecked")
        public String unchecked(@RequestBody Order order) {
            return "as it is";
        }

        @Override
        public String inherited(int least) {
            return "fine";
        }
    }

    private final Services services = Services.of(new Orders());

    @Test
    void every_violation_of_a_body_is_told_by_its_JSON_pointer() {
        String body = "{\"customer\":\"A\",\"e-mail\":\"nobody\",\"lines\":[{\"sku\":\"x\",\"quantity\":1},"
                + "{\"sku\":\" \",\"quantity\":10}],\"spare\":{\"a/b\":{\"sku\":\"\",\"quantity\":1}},"
                + "\"tags\":[\"\"],\"price\":9.6}";
        Services.Answer answer = services.post("/api/orders", body);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body())
                .contains(error("#/customer", "size must be between 2 and 5"))
                .contains(error("#/e-mail", "must be a well-formed email address"))
                .contains(error("#/lines/1/sku", "must not be blank"))
                .contains(error("#/lines/1/quantity", "must be less than or equal to 9"))
                .contains(error("#/spare/a~1b/sku", "must not be blank"))
                .contains(error("#/tags/0", "must not be blank"))
                .contains(error("#/price", "must be less than or equal to 9.5"))
                .contains("7 values of the request are invalid");
        assertThat(services.post("/api/orders", "{\"customer\":\"Ann\"}").body())
                .isEqualTo("added");
        assertThat(services.post("/api/unchecked", body).body()).isEqualTo("as it is");
    }

    @Test
    void elements_of_a_list_are_checked() {
        assertThat(services.post("/api/many", "[{\"sku\":\"x\",\"quantity\":1},{\"quantity\":0}]")
                        .body())
                .contains(error("#/1/sku", "must not be blank"))
                .contains(error("#/1/quantity", "must be greater than or equal to 1"));
    }

    @Test
    void parameters_are_checked_together_with_what_cannot_be_bound() {
        assertThat(services.get("/api/orders/7?tags=a&tags=long&tags=c").body())
                .contains(error("id", "must be greater than or equal to 10"))
                .contains(error("tags", "size must be between 0 and 2"))
                .contains(error("tags[1]", "size must be between 0 and 3"))
                .contains(error("X-By", "must not be blank"));
        assertThat(services.get("/api/orders/x").body())
                .contains("\"id\"", "a whole number", error("X-By", "must not be blank"))
                .doesNotContain("greater");
        assertThat(services.get("/api/orders/17", "X-By", "me").body()).isEqualTo("found");
        assertThat(services.get("/api/inherited?least=2").body()).contains("\"least\"");
    }

    @Test
    void objects_of_parameters_are_checked_by_the_names_of_these() {
        assertThat(services.get("/api/filter?text=long&line.quantity=3").body())
                .contains(error("text", "size must be between 0 and 3"))
                .contains(error("line.sku", "must not be blank"));
        assertThat(services.get("/api/filter").body()).isEqualTo("filtered");
    }

    @Test
    void a_flood_of_violations_is_told_in_part() {
        String body = "[" + "{\"sku\":\"\",\"quantity\":1},".repeat(1000) + "{\"sku\":\"\",\"quantity\":1}]";
        assertThat(services.post("/api/many", body).body()).contains("100 values of the request");
    }

    public static class Plain {
        @GetMapping("/x")
        public String x(@RequestParam int number) {
            return "";
        }
    }

    @Test
    void only_methods_with_constraints_are_checked() throws Exception {
        assertThat(Constraints.existOn(Plain.class.getMethod("x", int.class))).isFalse();
        assertThat(Constraints.existOn(Orders.class.getMethod("many", List.class)))
                .isTrue();
        assertThat(Constraints.existOn(Orders.class.getMethod("unchecked", Order.class)))
                .isFalse();
    }

    private static String error(String pointer, String detail) {
        return "{\"pointer\":\"" + pointer + "\",\"detail\":\"" + detail + "\"}";
    }
}
