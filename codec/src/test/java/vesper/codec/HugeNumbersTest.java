package vesper.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Date;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Numbers of a few characters that have a billion digits when written out. Computing one takes minutes. */
@Timeout(20)
@DisplayNameGeneration(ReplaceUnderscores.class)
class HugeNumbersTest {
    private final Codec codec = new Codec(true);

    record Exact(BigDecimal value) {}

    record Whole(BigInteger value) {}

    record Long64(long value) {}

    record Int32(Integer value) {}

    record Real(double value) {}

    record Any(Number value) {}

    record Counted(AtomicLong value) {}

    record At(Instant value) {}

    record Lasting(Duration value) {}

    record Offset(OffsetDateTime value) {}

    record Old(Date value) {}

    record Node(JsonNode value) {}

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1e999999999",
                "1e-999999999",
                "-1e999999999",
                "1e1001",
                "1e-1001",
                "1e2147483647",
                "1e99999999999"
            })
    void an_exact_number_of_more_than_1000_digits_is_refused_in_JSON_and_XML(String number) {
        String expected = "expected a number of at most 1000 digits";
        DecodeResult<Object> unfit = new DecodeResult.Mismatch<>(List.of(new BadField("/value", expected)));
        assertThat(json("{\"value\":" + number + "}", Exact.class)).isEqualTo(unfit);
        assertThat(json("{\"value\":\"" + number + "\"}", Exact.class)).isEqualTo(unfit);
        assertThat(xml("<r><value>" + number + "</value></r>", Exact.class)).isEqualTo(unfit);
        assertThat(json("[" + number + "]", BigDecimal[].class)).isInstanceOf(DecodeResult.Mismatch.class);
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                Whole.class,
                Long64.class,
                Int32.class,
                Counted.class,
                At.class,
                Lasting.class,
                Offset.class,
                Old.class,
                Real.class,
                Any.class,
                Node.class
            })
    void no_type_takes_long_for_a_number_that_would_be_huge(Class<?> type) {
        for (String number : List.of("1e999999999", "1e-999999999", "1e2147483647", "1e99999999999")) {
            List<DecodeResult<Object>> read = List.of(
                    json("{\"value\":" + number + "}", type),
                    json("{\"value\":\"" + number + "\"}", type),
                    xml("<r><value>" + number + "</value></r>", type));
            for (DecodeResult<Object> one : read) {
                if (one instanceof DecodeResult.Value<Object>(Object value)) codec.write(MediaFormat.JSON, value);
                assertThat(one.toString())
                        .as(type + " " + number)
                        .doesNotContain("Infinity", "value=1E+")
                        .hasSizeLessThan(300);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e400", "-1e400", "NaN", "Infinity", "-Infinity"})
    void a_text_for_a_number_is_finite_as_numbers_are(String number) {
        for (Class<?> type : List.of(double.class, Double.class, float.class, Float.class)) {
            DecodeResult<Object> unfit = new DecodeResult.Mismatch<>(List.of(new BadField("", "expected a number")));
            assertThat(json('"' + number + '"', type)).as(type.toString()).isEqualTo(unfit);
        }
        assertThat(json("{\"value\":\"" + number + "\"}", Real.class)).isInstanceOf(DecodeResult.Mismatch.class);
        assertThat(json("[\"" + number + "\"]", double[].class)).isInstanceOf(DecodeResult.Mismatch.class);
        assertThat(xml("<r><value>" + number + "</value></r>", Real.class)).isInstanceOf(DecodeResult.Mismatch.class);
    }

    @Test
    void a_thousand_digits_are_read() {
        assertThat(json("1e999", BigDecimal.class)).isEqualTo(new DecodeResult.Value<Object>(new BigDecimal("1e999")));
        assertThat(json("0.1e-999", BigDecimal.class))
                .isEqualTo(new DecodeResult.Value<Object>(new BigDecimal("0.1e-999")));
        String digits = "9".repeat(1000);
        assertThat(json(digits, BigDecimal.class)).isEqualTo(new DecodeResult.Value<Object>(new BigDecimal(digits)));
    }

    private DecodeResult<Object> json(String text, Class<?> type) {
        return codec.read(MediaFormat.JSON, text.getBytes(UTF_8), type);
    }

    private DecodeResult<Object> xml(String text, Class<?> type) {
        return codec.read(MediaFormat.XML, text.getBytes(UTF_8), type);
    }
}
