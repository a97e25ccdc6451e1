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
    void json_in_a_string_is_masked_where_it_stands() {
        assertThat(mask.json(as("{'a':'{`password`:`x`,`b`:[1]}','c':'{`b`:2}'}")))
                .isEqualTo(as("{'a':'{`password`:`***`,`b`:[1]}','c':'{`b`:2}'}"));
        assertThat(mask.json(as("['[{`token`:{`a`:1}}, {`token`:17}]', 'password']")))
                .isEqualTo(as("['[{`token`:`***`}, {`token`:`***`}]', 'password']"));
        assertThat(mask.json(as("'{`password`:`x`}'"))).isEqualTo(as("'{`password`:`***`}'"));
        assertThat(mask.json(as("['\\n {`password`:`x`}']"))).isEqualTo(as("['\\n {`password`:`***`}']"));
        assertThat(mask.json(as("['\uFEFF{`password`:`x`}']"))).isEqualTo(as("['\uFEFF{`password`:`***`}']"));
    }

    @Test
    void what_is_shown_of_json_in_a_string_keeps_its_spelling() {
        assertThat(mask.json(as("['\\u007b\\u0022p\\u0061ssword\\u0022:`\\ud83d\\ude00`,\\t`\\/\\u00fc`:`ü😀`}']")))
                .isEqualTo(as("['\\u007b\\u0022p\\u0061ssword\\u0022:`***`,\\t`\\/\\u00fc`:`ü😀`}']"));
        assertThat(mask.json(as("['{`p\\\\u0061ssword`:`x`}']"))).isEqualTo(as("['{`p\\\\u0061ssword`:`***`}']"));
        assertThat(mask.json(as("['{`a`:`\\ud83d`,`token`:1}']"))).isEqualTo(as("['{`a`:`\\ud83d`,`token`:`***`}']"));
    }

    @Test
    void json_in_strings_in_strings_is_read_as_deep_as_is_said_and_hidden_below() {
        String text = "{\"a\":1,\"password\":\"SECRET\"}";
        String masked = "{\"a\":1,\"password\":\"***\"}";
        for (int i = 0; i < JsonMasking.STRINGS; i++) {
            text = RandomJson.inString(text);
            masked = RandomJson.inString(masked);
            assertThat(mask.json(text)).isEqualTo(masked);
        }
        String deeper = RandomJson.inString(text);

        assertThat(mask.json(deeper)).doesNotContain("SECRET").contains("***");
        assertThat(mask.json(deeper.replace("password", "passwor"))).isEqualTo(deeper.replace("password", "passwor"));
    }

    @Test
    void what_is_no_json_in_a_string_is_shown_unless_it_begins_as_json_does() {
        String prose = as("['the password: {x}','`token` of mine','<password>x</password>','h://h/?token=x']");

        assertThat(mask.json(prose)).isEqualTo(prose);
        assertThat(mask.json(as("['{password} SECRET','b']"))).isEqualTo(as("['{***','b']"));
        assertThat(mask.json(as("['{`a`:`password}SECRET','b']"))).isEqualTo(as("['{`a`:`password}SECRET','b']"));
        assertThat(mask.json(as("['{`password`=`SECRET`}',1]"))).isEqualTo(as("['{`password`***',1]"));
    }

    @Test
    void a_string_whose_escapes_cannot_be_resolved_is_hidden_where_a_name_may_be_in_it() {
        assertThat(mask.json("[\"{\\x22password\\x22:\\x22SECRET\\x22}\",1]")).isEqualTo("[\"***\",1]");
        assertThat(mask.json("[\"{\\x22passwor\\x22:1}\",1]")).isEqualTo("[\"{\\x22passwor\\x22:1}\",1]");
    }

    @Test
    void a_string_that_is_too_long_to_be_read_is_hidden_where_a_name_may_be_in_it() {
        String text = "{`password`:`SECRET`,`a`:`" + "x".repeat(JsonInString.LONGEST) + "`}";

        assertThat(mask.json(as("['" + text + "',1]"))).isEqualTo("[\"***\",1]");
        assertThat(mask.json(as("['" + text.replace("password", "passwor") + "',1]")))
                .isEqualTo(as("['" + text.replace("password", "passwor") + "',1]"));
    }

    /** Replaces apostrophes by quotation marks and grave accents by escaped quotation marks. */
    private static String as(String text) {
        return text.replace("'", "\"").replace("`", "\\\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"[",
                "\"{",
                "\"{p",
                "\"\\",
                "\"\\\"",
                "[\"[\\\"[",
                "\"{\\\"password\\\":1",
                "\"{\\\"password\\\":1}\",",
                "\"[pin]\",",
                "\"\\u007bpin\",",
                "\\\\\\\"{pin",
                "\\u005c\\u0022[pin",
            })
    void no_string_takes_longer_than_a_harmless_one_of_its_size(String unit) {
        assertThat(Steadiness.isSteady(BodyKind.JSON, "[\"{\\\"pin\\\":1}\",", unit))
                .isTrue();
        assertThat(Steadiness.isSteady(BodyKind.JSON, "[\"{\\\"pin\\\":[\\\"", unit))
                .isTrue();
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
    void a_value_that_is_cut_in_a_string_is_hidden() {
        assertThat(mask.json(as("['{`password`:`sec`"))).isEqualTo(as("['{`password`:`***`"));
        assertThat(mask.json(as("['{`password`:`sec\\u00"))).isEqualTo(as("['{`password`:`***`"));
    }

    @Test
    void nothing_is_shown_behind_a_bracket_that_closes_another() {
        assertThat(mask.json("{\"a\":[1},\"b\":\"x\",\"password\":1}")).isEqualTo("{\"a\":[1\"***\"");
        assertThat(mask.json("[{\"a\":1],\"x\",\"password\"]")).isEqualTo("[{\"a\":1\"***\"");
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

    /** Compares the result for each text with that of a slow reference, which masks the parsed tree. */
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
    void any_json_in_strings_is_masked_as_its_tree_is() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 2000; i++) {
            JsonNode tree = RandomJson.container(random);
            int strings = 1 + random.nextInt(JsonMasking.STRINGS);
            String text = RandomJson.written(tree, random);
            for (int n = 0; n < strings; n++) text = RandomJson.written(StringNode.valueOf(text), random);
            JsonNode masked = JSON.readTree(mask.json("[" + text + "]")).get(0);
            for (int n = 0; n < strings; n++) masked = JSON.readTree(masked.asString());

            assertThat(masked).as("seed %d, text %d: %s", seed, i, text).isEqualTo(reference(tree));
        }
    }

    @Test
    void no_cut_lets_a_secret_in_a_string_through() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 200; i++) {
            String inside = RandomJson.written(RandomJson.container(random), random);
            byte[] text = ("{\"a\":" + RandomJson.written(StringNode.valueOf(inside), random)).getBytes(UTF_8);
            for (int cut = 0; cut < text.length; cut++) {
                byte[] part = java.util.Arrays.copyOf(text, cut);
                assertThat(new String(mask.masked(BodyKind.JSON, part), UTF_8))
                        .as("seed %d, text %d: %s", seed, i, new String(part, UTF_8))
                        .doesNotContain(RandomJson.SECRET);
            }
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
