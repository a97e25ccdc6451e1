package vesper.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Records and documents share one query language: both reject the same queries, with the same message at the same
 * position.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class OneLanguageTest {
    private static final long NOW = 1_800_000_000_000L;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "smith~",
                "\"a b\"~2",
                "smith^2",
                "a (b OR \"c d\")^2",
                "fn:or(a b)",
                "/smith/",
                "a AND (/sm[ai]th/)",
                "body.name:/sm.th/",
                "body.items[0].name:pen",
                "a items[*][]:pen",
                "body.n:[a TO 2]",
                "body.n:[2 TO 1]",
                "sm?th",
                "*smith",
                "(a OR b",
                "a AND",
                "a )",
                "AND a",
                "\"a b",
                "body.n:[1 TO",
                "---",
                "\"!?\"",
                "body.:x",
                "\" }body.x:\"[2] && && 2]",
            })
    void the_same_is_refused_in_the_same_words(String query) {
        assertThat(ofRecords(query)).isPresent();
        compare(query, query);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/api/orders",
                "url:/api/ endpoint:/x/",
                "\"/smith/\"",
                "a/b/",
                "body.x:[1 TO 2]",
                "body.x:>=12.5",
                "body.x:-5",
                "smi* -john (pen OR \"john smith\")",
                "+a b OR c",
                "a@example.com",
            })
    void the_same_is_understood(String query) {
        assertThat(ofRecords(query)).isEmpty();
        assertThat(ofDocuments(query)).isEmpty();
    }

    @Test
    void whatever_is_typed_is_taken_or_refused_by_both() {
        long seed = System.nanoTime();
        var random = new Random(seed);
        String[] pieces = ("a AND OR NOT + - ! ( ) \" : = < > <= [ ] { } * ? \\ / @ ~ ^ 1 2.5 body.x body.x: body.x:[1"
                        + " fn: && || ä & | , \\u \\u0041 TO a:b 2] é\" \"b")
                .split(" ");
        for (int i = 0; i < 20_000; i++) {
            var text = new StringBuilder();
            for (int length = random.nextInt(12); length >= 0; length--) {
                text.append(pieces[random.nextInt(pieces.length)]);
                if (random.nextBoolean()) text.append(' ');
            }
            String query = text.toString();
            // Records have a fixed set of fields, whereas documents may have any.
            boolean isOfAnotherField = ofRecords(query)
                    .filter(what -> what.contains("unknown field"))
                    .isPresent();
            if (!isOfAnotherField) compare(query, "seed " + seed + ", query " + query);
        }
    }

    /**
     * Compares the outcomes. Ignores two differences: another example of a field, and a longer message for a range in
     * documents, which may also be one of times.
     */
    private static void compare(String query, String what) {
        Optional<String> records = ofRecords(query).map(told -> told.replace("status:[500 TO 599]", ""));
        Optional<String> documents = ofDocuments(query)
                .map(told -> told.replace("amount:[10 TO 20]", "").replaceFirst("; nor is it .*", ""));
        assertThat(documents).as(what).isEqualTo(records);
    }

    private static Optional<String> ofRecords(String query) {
        try {
            vesper.records.search.Query.parse(query, NOW);
            return Optional.empty();
        } catch (vesper.records.search.QueryException wrong) {
            return Optional.of(wrong.column() + " " + wrong.getMessage());
        }
    }

    private static Optional<String> ofDocuments(String query) {
        try {
            vesper.documents.queries.Query.parse(query, NOW);
            return Optional.empty();
        } catch (vesper.documents.queries.QueryException wrong) {
            return Optional.of(wrong.column() + " " + wrong.getMessage());
        }
    }
}
