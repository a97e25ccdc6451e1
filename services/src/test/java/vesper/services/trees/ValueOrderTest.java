package vesper.services.trees;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import vesper.codec.Codec;
import vesper.documents.JsonText;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ValueOrderTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "1 | 1.0",
                "1000 | 1e3",
                "-0.0 | 0",
                "9007199254740993 | 9007199254740993.0",
                "{\"a\":1,\"b\":{\"c\":2,\"d\":3}} | {\"b\":{\"d\":3.0,\"c\":2},\"a\":1}",
                "\"\\u0061\" | \"a\""
            })
    void what_JSON_calls_equal_is_the_same(String one, String other) {
        assertThat(ValueOrder.areEqual(tree(one), tree(other))).isTrue();
    }

    @Test
    void values_have_an_order_in_which_each_is_before_all_that_follow() {
        List<JsonNode> ordered = Stream.of(
                        "null",
                        "false",
                        "true",
                        "-1e300",
                        "-1",
                        "0",
                        "1e-300",
                        "0.1",
                        "2",
                        "10",
                        "1e300",
                        "\"\"",
                        "\"1\"",
                        "\"a\"",
                        "\"aa\"",
                        "\"b\"",
                        "[]",
                        "[1]",
                        "[\"\"]",
                        "[0,0]",
                        "[0,1]",
                        "{}",
                        "{\"a\":1}",
                        "{\"a\":2}",
                        "{\"b\":0}",
                        "{\"a\":1,\"b\":9}",
                        "{\"a\":2,\"b\":1}",
                        "{\"a\":0,\"c\":0}")
                .map(ValueOrderTest::tree)
                .toList();
        for (int i = 0; i < ordered.size(); i++) {
            for (int j = 0; j < ordered.size(); j++) {
                int order = ValueOrder.ORDER.compare(ordered.get(i), ordered.get(j));
                assertThat(Integer.signum(order))
                        .as("%s and %s", ordered.get(i), ordered.get(j))
                        .isEqualTo(Integer.compare(i, j));
            }
        }
    }

    private static JsonNode tree(String json) {
        return JsonTree.of(JsonText.written(json.getBytes(UTF_8)), new Codec(false));
    }
}
