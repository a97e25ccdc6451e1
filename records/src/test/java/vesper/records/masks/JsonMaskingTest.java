package vesper.records.masks;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

@DisplayNameGeneration(ReplaceUnderscores.class)
class JsonMaskingTest {
    private static final JsonMapper JSON = new JsonMapper();

    private final MaskSubject mask = new MaskSubject("password", "Token", "größe");

    @Test
    void values_of_every_kind_are_hidden_and_the_rest_stays_as_it_was() {
        assertThat(mask.json("{\"password\":\"x\",\"a\":1}")).isEqualTo("{\"password\":\"***\",\"a\":1}");
        assertThat(mask.json("{ \"password\" : 17 , \"a\":true}")).isEqualTo("{ \"password\" : \"***\" , \"a\":true}");
        assertThat(mask.json("{\"password\":null}")).isEqualTo("{\"password\":\"***\"}");
        assertThat(mask.json("{\"token\":{\"a\":\"}\",\"b\":[1]},\"a\":[]}")).isEqualTo("{\"token\":\"***\",\"a\":[]}");
        assertThat(mask.json("[{\"a\":{\"token\":[1,[2]]}},3]")).isEqualTo("[{\"a\":{\"token\":\"***\"}},3]");
    }

    @Test
    void names_are_compared_without_case_and_with_their_escapes_resolved() {
        assertThat(mask.json("{\"PassWord\":\"x\"}")).isEqualTo("{\"PassWord\":\"***\"}");
        assertThat(mask.json("{\"pass\\u0077ord\":\"x\"}")).isEqualTo("{\"pass\\u0077ord\":\"***\"}");
        assertThat(mask.json("{\"\\u0050ASS\\u0057ord\":\"x\"}")).isEqualTo("{\"\\u0050ASS\\u0057ord\":\"***\"}");
        assertThat(mask.json("{\"GRÖSSE\":1,\"GRÖßE\":1}")).isEqualTo("{\"GRÖSSE\":1,\"GRÖßE\":\"***\"}");
        assertThat(mask.json("{\"gr\\u00d6\\u00dfe\":1}")).isEqualTo("{\"gr\\u00d6\\u00dfe\":\"***\"}");
    }

    @Test
    void names_inside_of_values_and_longer_names_hide_nothing() {
        String text =
                "{\"a\":\"password\",\"b\":\"\\\"password\\\":1\",\"passwords\":1,\"xpassword\":2,\"c\":[\"token\"]}";

        assertThat(mask.json(text)).isEqualTo(text);
    }

    @Test
    void a_value_that_is_cut_is_hidden() {
        assertThat(mask.json("{\"password\":\"sec")).isEqualTo("{\"password\":\"***\"");
        assertThat(mask.json("{\"password\":\"sec\\")).isEqualTo("{\"password\":\"***\"");
        assertThat(mask.json("{\"password\":{\"a\":\"sec")).isEqualTo("{\"password\":\"***\"");
        assertThat(mask.json("{\"password\":12")).isEqualTo("{\"password\":\"***\"");
        assertThat(mask.json("{\"password\":")).isEqualTo("{\"password\":");
        assertThat(mask.json("{\"password")).isEqualTo("{\"password");
    }

    @Test
    void several_texts_may_follow_each_other() {
        assertThat(mask.json("{\"token\":1}\n{\"token\":2}\n")).isEqualTo("{\"token\":\"***\"}\n{\"token\":\"***\"}\n");
        assertThat(mask.json("\u001e{\"token\":1}\n\u001e[1]")).isEqualTo("\u001e{\"token\":\"***\"}\n\u001e[1]");
        assertThat(mask.json("\uFEFF{\"token\":1}")).isEqualTo("\uFEFF{\"token\":\"***\"}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"{\"password\":\"SECRET\"}",
                "{'password':'SECRET'}",
                "{password:\"SECRET\"}",
                "{\"a\":\"x,\"password\":\"SECRET\"}",
                "{\"password\"=\"SECRET\"}",
                "{\"password\" \"SECRET\"}",
                "{\"password\"/**/:\"SECRET\"}",
                "{\"password\":SECRET SECRET}",
                "{\"password\":'}','x':'SECRET'}",
                "{\"password\":{'a':'}','k':'SECRET'}}",
                "{\"password\":a,SECRET}",
                "{\"pass\\u00word\":\"SECRET\"}",
                "{\"p\\x61ssword\":\"SECRET\"}",
                "{\"pass\\word\":\"SECRET\"}",
                "{\"a\":1}}{\"password\":\"SECRET\"}",
                "{\"a\":[1},\"password\":\"SECRET\"}",
                "{\"password\"::\"SECRET\"}",
                "{\"password\":\\\"SECRET\"}",
                "password=SECRET",
                "<password>SECRET</password>",
                "{\"a\":nul,\"password\":\"SECRET\"}"
            })
    void of_what_is_no_json_nothing_is_told_from_there_on(String broken) {
        assertThat(mask.json(broken)).doesNotContain("SECRET").contains("***");
    }

    @Test
    void what_is_no_json_and_names_nothing_is_kept() {
        assertThat(mask.json("Hello, {world")).isEqualTo("Hello, {world");
    }

    @Test
    void a_text_in_another_encoding_is_hidden_as_a_whole() {
        byte[] wide = "{\"password\":\"SECRET\"}".getBytes(UTF_16LE);

        assertThat(new String(mask.masked(BodyKind.JSON, wide), ISO_8859_1)).isEqualTo("***");
    }

    @Test
    void levels_beyond_the_bound_are_hidden() {
        String deep = "[".repeat(JsonMasking.DEPTH + 1) + "{\"password\":\"SECRET\"}";
        String allowed = "[".repeat(JsonMasking.DEPTH - 1) + "{\"password\":\"SECRET\"}";

        assertThat(mask.json(deep)).doesNotContain("SECRET").doesNotContain("password");
        assertThat(mask.json(allowed)).doesNotContain("SECRET").contains("password");
    }

    @Test
    void no_more_is_written_than_there_is_room_for() {
        byte[] source = "{\"password\":1,\"a\":\"b\"}".getBytes(UTF_8);
        String whole = "{\"password\":\"***\",\"a\":\"b\"}";
        for (int room = 0; room <= whole.length() + 2; room++) {
            byte[] target = new byte[60];
            int written = new Masker()
                    .copy(Mask.of(List.of("password")), BodyKind.JSON, source, 0, source.length, target, 3, room);

            assertThat(new String(target, 3, written, UTF_8))
                    .isEqualTo(whole.substring(0, Math.min(room, whole.length())));
            assertThat(target[3 + written]).isZero();
        }
    }

    /** Each text is masked by walking its tree, the slow way, and must come to the same. */
    @Test
    void any_json_is_masked_as_its_tree_is() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 3000; i++) {
            JsonNode tree = RandomJson.tree(random, 0);
            String text = RandomJson.written(tree, random);
            String masked = mask.json(text);

            assertThat(JSON.readTree(masked))
                    .as("seed %d, text %d: %s", seed, i, text)
                    .isEqualTo(reference(tree));
        }
    }

    @Test
    void no_cut_lets_a_secret_through() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 300; i++) {
            byte[] text = RandomJson.written(RandomJson.tree(random, 0), random).getBytes(UTF_8);
            for (int cut = 0; cut < text.length; cut++) {
                byte[] part = java.util.Arrays.copyOf(text, cut);
                assertThat(new String(mask.masked(BodyKind.JSON, part), UTF_8))
                        .as("seed %d, text %d: %s", seed, i, new String(part, UTF_8))
                        .doesNotContain(RandomJson.SECRET);
            }
        }
    }

    private static JsonNode reference(JsonNode node) {
        if (node instanceof ArrayNode array) {
            ArrayNode masked = JSON.createArrayNode();
            array.forEach(one -> masked.add(reference(one)));
            return masked;
        }
        if (!(node instanceof ObjectNode object)) return node;
        ObjectNode masked = JSON.createObjectNode();
        object.properties()
                .forEach(field -> masked.set(
                        field.getKey(),
                        RandomJson.MASKED.contains(field.getKey().toLowerCase(Locale.ROOT))
                                ? StringNode.valueOf(Mask.HIDDEN)
                                : reference(field.getValue())));
        return masked;
    }
}
