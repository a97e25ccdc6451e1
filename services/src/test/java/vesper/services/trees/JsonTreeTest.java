package vesper.services.trees;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import vesper.codec.BadField;
import vesper.codec.Codec;
import vesper.codec.DecodeResult;
import vesper.documents.JsonText;

@DisplayNameGeneration(ReplaceUnderscores.class)
class JsonTreeTest {
    private final Codec codec = new Codec(false);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "true",
                "0.10",
                "-1",
                "9007199254740993",
                "123456789012345678901234567890.123456789012345678901234567890",
                "\"\\u0000\\\"ü€😀\"",
                "{\"a\":[1,2.50,{\"b\":null}],\"\":{}}",
                "[]"
            })
    void a_text_is_written_as_it_was_read(String json) {
        assertThat(JsonText.of(read(json), codec)).hasToString(json);
    }

    @Test
    void a_number_with_more_digits_than_anybody_computes_with_is_refused_where_it_stands() {
        assertThat(JsonTree.read("{\"a\":[1,1e-999999999]}".getBytes(UTF_8), codec))
                .isEqualTo(new DecodeResult.Mismatch<JsonNode>(List.of(new BadField(
                        "/a/1", "is a number with more than 1000 digits before or after the decimal point"))));
        assertThat(JsonTree.read("1e-99999999999".getBytes(UTF_8), codec)).isInstanceOf(DecodeResult.Mismatch.class);
    }

    @Test
    void a_number_beyond_all_doubles_is_refused_as_for_every_other_reader() {
        assertThat(JsonTree.read("{\"a\":1e400}".getBytes(UTF_8), codec)).isInstanceOf(DecodeResult.Mismatch.class);
    }

    @Test
    void of_a_name_that_comes_twice_the_last_one_counts_unless_the_text_says_what_is_to_be_done() {
        byte[] text = "{\"a\":1,\"b\":{\"c/d\":1,\"c/d\":2}}".getBytes(UTF_8);
        assertThat(read(new String(text, UTF_8)).toString()).isEqualTo("{\"a\":1,\"b\":{\"c/d\":2}}");
        assertThat(JsonTree.readUnambiguous(text, codec))
                .isEqualTo(new DecodeResult.Mismatch<JsonNode>(
                        List.of(new BadField("/b/c~1d", "occurs more than once in its object"))));
    }

    @Test
    void pointers_to_what_is_wrong_are_not_longer_in_all_than_the_text() {
        String before = ("{\"" + "n".repeat(4_990) + "\":").repeat(100);
        String after = "}".repeat(100);
        String numbers = before + "[" + "1e-5000,".repeat(500) + "0]" + after;
        String names = before + "{" + "\"a\":1,".repeat(500) + "\"a\":1}" + after;
        assertThat(List.of(
                        JsonTree.readUnambiguous(numbers.getBytes(UTF_8), codec),
                        JsonTree.readUnambiguous(names.getBytes(UTF_8), codec)))
                .allSatisfy(read -> assertThat(((DecodeResult.Mismatch<JsonNode>) read).fields())
                        .hasSize(1));
    }

    @Test
    void the_bounds_are_those_of_the_codec() {
        assertThat(JsonTree.read(("[".repeat(501) + "]".repeat(501)).getBytes(UTF_8), codec))
                .isInstanceOf(DecodeResult.Malformed.class);
        assertThat(JsonTree.read("[1,]".getBytes(UTF_8), codec)).isInstanceOf(DecodeResult.Malformed.class);
        assertThat(JsonTree.read(("[" + "0,".repeat(1_000_000) + "0]").getBytes(UTF_8), codec))
                .isInstanceOf(DecodeResult.TooLarge.class);
    }

    @Test
    void a_text_that_is_known_has_a_tree_or_says_why_not() {
        assertThat(JsonTree.of(JsonText.written("[1.0]".getBytes(UTF_8)), codec).toString())
                .isEqualTo("[1.0]");
        assertThatThrownBy(() -> JsonTree.of(JsonText.written("[1e-5000]".getBytes(UTF_8)), codec))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("/0: is a number");
    }

    private JsonNode read(String json) {
        return ((DecodeResult.Value<JsonNode>) JsonTree.read(json.getBytes(UTF_8), codec)).value();
    }
}
