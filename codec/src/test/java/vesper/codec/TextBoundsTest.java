package vesper.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class TextBoundsTest {
    private final Codec codec = new Codec(
            false,
            new TextBounds(
                    new Bound(1_000, "most.tokens"),
                    new Bound(100_000, "most.bytes"),
                    new Bound(1 << 20, "most.held")));

    record Point(int x, int y) {}

    @ParameterizedTest
    @EnumSource
    void a_text_larger_than_may_be_held_is_not_written(MediaFormat format) {
        List<Point> many = Collections.nCopies(20_000, new Point(1, 2));
        assertThatThrownBy(() -> codec.write(format, many))
                .isInstanceOf(TextTooLargeException.class)
                .hasMessage("its text is larger than 100000 bytes (most.bytes)");
        assertThatThrownBy(() -> codec.write(format, Map.of("text", "x".repeat(200_000))))
                .isInstanceOf(TextTooLargeException.class);
        assertThat(codec.write(format, Collections.nCopies(1_000, new Point(1, 2))))
                .hasSizeBetween(13_000, 60_000);
    }

    @Test
    void the_last_byte_that_may_be_written_is_written() {
        assertThat(codec.write(MediaFormat.JSON, "x".repeat(99_998))).hasSize(100_000);
        assertThatThrownBy(() -> codec.write(MediaFormat.JSON, "x".repeat(99_999)))
                .isInstanceOf(TextTooLargeException.class);
    }

    @Test
    void codecs_made_of_one_have_its_bounds() {
        String large = "x".repeat(100_000);
        assertThatThrownBy(() -> codec.unindented().write(MediaFormat.JSON, large))
                .isInstanceOf(TextTooLargeException.class);
        assertThatThrownBy(() -> codec.forOtherClasses().write(MediaFormat.JSON, large))
                .isInstanceOf(TextTooLargeException.class);
    }

    @Test
    void a_text_with_more_tokens_than_may_be_read_is_too_large_whatever_they_are() {
        for (String token : List.of("null", "[]", "{}", "1", "\"\"", "{\"x\":1}")) {
            String few = "[" + (token + ",").repeat(150) + token + "]";
            String many = "[" + (token + ",").repeat(20_000) + token + "]";
            assertThat(read(MediaFormat.JSON, few)).as(token).isInstanceOf(DecodeResult.Value.class);
            assertThat(read(MediaFormat.JSON, many))
                    .as(token)
                    .isEqualTo(new DecodeResult.TooLarge<>(
                            "The JSON has more than 1000 tokens: values, names, and starts and ends of objects and lists"
                                    + " (most.tokens)"));
        }
    }

    @Test
    void XML_has_the_same_bound() {
        assertThat(read(MediaFormat.XML, "<a>" + "<b/>".repeat(100) + "</a>")).isInstanceOf(DecodeResult.Value.class);
        for (String element : List.of("<b/>", "<b>1</b>", "<b c='1'/>")) {
            assertThat(read(MediaFormat.XML, "<a>" + element.repeat(20_000) + "</a>"))
                    .as(element)
                    .isEqualTo(
                            new DecodeResult.TooLarge<>(
                                    "The XML has more than 1000 tokens: values, names, and starts and ends of elements (most.tokens)"));
        }
    }

    @Test
    void values_that_nobody_asked_for_and_bad_ones_count_as_well() {
        String list = "[" + "{},".repeat(20_000) + "{}]";
        assertThat(codec.read(MediaFormat.JSON, ("{\"unknown\":" + list + "}").getBytes(UTF_8), Point.class))
                .isInstanceOf(DecodeResult.TooLarge.class);
        assertThat(codec.read(MediaFormat.JSON, ("{\"x\":\"bad\",\"y\":" + list + "}").getBytes(UTF_8), Point.class))
                .isInstanceOf(DecodeResult.TooLarge.class);
    }

    private DecodeResult<Object> read(MediaFormat format, String text) {
        return codec.read(format, text.getBytes(UTF_8), Object.class);
    }
}
