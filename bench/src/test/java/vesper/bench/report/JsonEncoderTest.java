package vesper.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;

@DisplayNameGeneration(ReplaceUnderscores.class)
class JsonEncoderTest {
    @Test
    void maps_keep_their_order_and_lists_theirs() {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("b", List.of(1, 2L, true));
        map.put("a", Arrays.asList("x", null));
        assertThat(JsonEncoder.encode(map)).isEqualTo("{\"b\":[1,2,true],\"a\":[\"x\",null]}");
    }

    @Test
    void text_is_escaped() {
        assertThat(JsonEncoder.encode("a\"b\\c\nd\te\u0001é")).isEqualTo("\"a\\\"b\\\\c\\nd\\te\\u0001é\"");
    }

    @Test
    void fractions_have_six_digits_and_no_exponent() {
        assertThat(JsonEncoder.encode(1.0 / 3)).isEqualTo("0.333333");
        assertThat(JsonEncoder.encode(0.00001234)).isEqualTo("0.00001234");
        assertThat(JsonEncoder.encode(123456.789)).isEqualTo("123457");
        assertThat(JsonEncoder.encode(40.0)).isEqualTo("40");
        assertThat(JsonEncoder.encode(12_345_678.0)).isEqualTo("12345678");
    }

    @Test
    void what_json_cannot_say_is_null() {
        assertThat(JsonEncoder.encode(Double.NaN)).isEqualTo("null");
        assertThat(JsonEncoder.encode(Double.POSITIVE_INFINITY)).isEqualTo("null");
    }

    @Test
    void other_types_are_refused() {
        assertThatThrownBy(() -> JsonEncoder.encode(new Object())).isInstanceOf(IllegalArgumentException.class);
    }
}
