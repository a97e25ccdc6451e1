package vesper.codec;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static vesper.codec.MediaFormat.JSON;
import static vesper.codec.MediaFormat.XML;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lone surrogates, which the grammar of RFC 8259 allows and no encoding of Unicode can represent. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SurrogatesTest {
    private final Codec codec = new Codec(false);

    @ParameterizedTest
    @ValueSource(
            strings = {"\\ud800", "\\uDC00", "\\ud83dx", "\\ude00\\ud83d", "\\ud83d\\ud83d\\ude00", "\\ud83d\\\\ude00"})
    void half_of_a_character_in_JSON_is_refused_with_its_place(String halved) {
        String beside = "[1,\n ";
        for (String text : List.of("\"%s\"", "{\"%s\":1}", "{\"skipped\":{\"deep\":\"%s\"}}")) {
            String json = beside + text.formatted("x" + halved) + "]";
            assertThat(malformed(json).reason()).as(json).contains(", a lone surrogate");
            assertThat(malformed(json).line()).as(json).isEqualTo(2);
            String large = "[" + "0,".repeat(20_000) + json + "]";
            assertThat(malformed(large).reason()).as("large").contains(", a lone surrogate");
        }
        assertThat(codec.read(JSON, ("\"" + halved + "\"").getBytes(UTF_16BE), UTF_16BE, String.class))
                .isInstanceOf(DecodeResult.Malformed.class);
    }

    @Test
    void a_character_that_is_escaped_in_two_halves_is_read() {
        assertThat(codec.read(JSON, "{\"\\ud83d\\ude00\":\"\\uD83D\\uDE00\"}".getBytes(UTF_8), Map.class))
                .isEqualTo(new DecodeResult.Value<Object>(Map.of("😀", "😀")));
        assertThat(codec.read(JSON, "\"\\\\ud83d\"".getBytes(UTF_8), String.class))
                .isEqualTo(new DecodeResult.Value<Object>("\\ud83d"));
    }

    @Test
    void half_of_a_character_in_XML_is_refused_and_no_name_becomes_one() {
        assertThat(codec.read(XML, "<a>&#xD800;</a>".getBytes(UTF_8), String.class))
                .isInstanceOf(DecodeResult.Malformed.class);
        assertThat(codec.read(XML, "<a><_xD800_>1</_xD800_></a>".getBytes(UTF_8), Map.class))
                .isEqualTo(new DecodeResult.Value<Object>(Map.of("_xD800_", "1")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\ud800", "\udc00", "\ude00\ud83d", "a\ud83d", "\ude00b\ud83d"})
    void half_of_a_character_is_replaced_in_what_is_written(String halved) {
        String replaced = halved.replaceAll("[\ud800-\udfff]", "\uFFFD");
        String far = "é".repeat(5_000);
        assertThat(written(JSON, far + halved)).isEqualTo('"' + far + replaced + '"');
        assertThat(written(XML, far + halved)).isEqualTo("<String>" + far + replaced + "</String>");
        assertThat(written(JSON, halved.toCharArray())).isEqualTo('"' + replaced + '"');
        assertThat(written(JSON, Map.of("x" + halved, 1))).isEqualTo("{\"x" + replaced + "\":1}");
        assertThat(written(XML, Map.of("x" + halved, 1)))
                .isEqualTo("<response><x%1$s>1</x%1$s></response>".formatted(replaced));
    }

    /** Texts shorter than, as long as and longer than the piece that a generator handles at once. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 1_999, 2_000, 2_001, 3_999, 4_000, 4_001, 20_000})
    void it_is_replaced_wherever_it_stands(int before) {
        String text = "x".repeat(before) + "\ud800" + "y".repeat(before) + "\udc00";
        assertThat(written(JSON, text)).isEqualTo('"' + text.replaceAll("[\ud800-\udfff]", "\uFFFD") + '"');
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "é", "字", "퟿", "\ue000", "\uffff", "😀", "\"\\\n\u0001", "x😀字"})
    void whole_characters_are_written_as_they_are(String characters) {
        for (int count : List.of(1, 333, 1_000, 2_000, 4_000, 10_000)) {
            String many = characters.repeat(count);
            String escaped = many.replace("\\", "\\\\")
                    .replace("\"", "\\\"")
                    .replace("\n", "\\n")
                    .replace("\u0001", "\\u0001");
            assertThat(written(JSON, many)).isEqualTo('"' + escaped + '"');
        }
    }

    @Test
    void whole_characters_are_written_to_XML_as_they_are() {
        String many = "😀".repeat(10_000);
        assertThat(written(XML, many)).isEqualTo("<String>" + many + "</String>");
    }

    private String written(MediaFormat format, Object value) {
        return new String(codec.write(format, value), UTF_8);
    }

    private DecodeResult.Malformed<Object> malformed(String json) {
        DecodeResult<Object> read = codec.read(JSON, json.getBytes(UTF_8), Object.class);
        assertThat(read).isInstanceOf(DecodeResult.Malformed.class);
        return (DecodeResult.Malformed<Object>) read;
    }
}
