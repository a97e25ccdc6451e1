package vesper.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.ByteArrayInputStream;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Maps with keys of all kinds are well-formed XML. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class XmlKeysTest {
    private final Codec codec = new Codec(false);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "a b",
                "1",
                "-a",
                ".",
                "a:b",
                ":",
                "xml",
                "xmlns",
                "<a>",
                "&",
                "\u0000",
                "\ud83d\ude00",
                "é",
                "\u00d7"
            })
    void any_key_with_any_value_is_well_formed(String key) {
        for (Object value : Arrays.asList(
                "text",
                "",
                1,
                true,
                null,
                List.of(),
                List.of("a"),
                List.of(1, 2),
                List.of(List.of(1), List.of()),
                List.of(Map.of(key, "x")),
                Map.of(),
                Map.of("b", "c"),
                Map.of(key, Map.of(key, "x")),
                new byte[] {1, 2},
                new double[] {1})) {
            assertWellFormed(entries(key, value));
            assertWellFormed(entries("a", "before", key, value, "b", "behind"));
            assertWellFormed(entries("outer", entries("a", "before", key, value, "b", "behind")));
            assertWellFormed(List.of(entries(key, value)));
        }
    }

    private static Map<String, @Nullable Object> entries(@Nullable Object... keysAndValues) {
        Map<String, @Nullable Object> entries = new LinkedHashMap<>();
        for (int i = 0; i < keysAndValues.length; i += 2)
            entries.put(String.valueOf(keysAndValues[i]), keysAndValues[i + 1]);
        return entries;
    }

    private void assertWellFormed(Object value) {
        byte[] text = codec.write(MediaFormat.XML, value);
        assertThatCode(() -> DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(new ByteArrayInputStream(text)))
                .as("%s as %s", value, new String(text, UTF_8))
                .doesNotThrowAnyException();
    }

    @Test
    void numbers_that_are_not_finite_are_written_as_XML_Schema_has_them() {
        Map<String, @Nullable Object> numbers = entries(
                "a", Double.POSITIVE_INFINITY, "b", Float.NEGATIVE_INFINITY, "c", Double.NaN, "d", new double[] {
                    Double.POSITIVE_INFINITY
                });
        assertThat(new String(codec.write(MediaFormat.XML, numbers), UTF_8))
                .isEqualTo("<response><a>INF</a><b>-INF</b><c>NaN</c><d><d>INF</d></d></response>");
    }

    record Measure(double value) {}

    @ParameterizedTest
    @ValueSource(strings = {"INF", "-INF", "Infinity", "NaN"})
    void and_are_not_read(String number) {
        String text = "<Measure><value>" + number + "</value></Measure>";
        assertThat(codec.read(MediaFormat.XML, text.getBytes(UTF_8), Measure.class))
                .isInstanceOf(DecodeResult.Mismatch.class);
    }
}
