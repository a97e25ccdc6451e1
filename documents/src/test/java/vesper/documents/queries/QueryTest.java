package vesper.documents.queries;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import vesper.testing.Rounds;

@DisplayNameGeneration(ReplaceUnderscores.class)
class QueryTest {
    private static final long NOW = Instant.parse("2026-11-22T10:00:00Z").toEpochMilli();
    private static final SearchedDocument ORDER =
            SearchedDocument.stored("PO-17", 3, NOW - 10_000, """
            {"customer":{"name":"John Smith","id":7},"items":[{"name":"pen"},{"name":"ink"}],
             "amount":12.5,"Street":"Große Straße","paid":true,"note":null,"empty":"","weight":"0.50",
             "at":"2026-11-22T09:30:00Z","due":"2026-12-01","seenAt":1795341000000,"balance":-5,"tags":["red","big"]}
            """.getBytes(UTF_8));

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            amount:[a TO 2]        | 9  | expected a number, found 'a'
            amount:[1 TO x]        | 14 | expected a number, found 'x'
            [1 TO 2]               | 2  | a range needs a field
            amount:[2 TO 1]        | 9  | the range is empty: '2' is above '1'
            at:[now TO 1h]         | 5  | the range is empty: 'now' is above '1h'
            _time:yesterday        | 7  | expected a time such as
            _time:[now TO x]       | 15 | expected a time such as
            _version:many          | 10 | expected a whole number, found 'many'
            _version:[3 TO 1]      | 11 | the range is empty
            _cut:maybe             | 6  | expected _cut:true or _cut:false
            _id:[a TO b]           | 1  | '_id' is not a number and has no ranges
            customer.:x            | 1  | expected a name after 'customer.'
            items[0].name:pen      | 6  | items.name is looked for in all of them
            smith~                 | 1  | words are not searched fuzzily
            (a OR b                | 8  | the query ends where
            """)
    void says_what_is_wrong_and_where(String query, int column, String expected) {
        assertThatThrownBy(() -> Query.parse(query, NOW))
                .isInstanceOfSatisfying(
                        QueryException.class,
                        wrong -> assertThat(wrong.column())
                                .as(wrong.getMessage())
                                .isEqualTo(column))
                .hasMessageContaining(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            *                                | true
            _id:PO-17                        | true
            _id:po-17                        | false
            _id:PO*                          | true
            po                               | true
            _version:3                       | true
            _version:>3                      | false
            _version:>=3                     | true
            _time:>=now-1m                   | true
            _time:2026-11-21                 | false
            _cut:true                        | false
            NOT _cut:true                    | true
            CUSTOMER.name:SMITH              | true
            customer.name:"smith john"       | false
            customer:smith                   | false
            street:"GROSSE strasse"          | false
            street:"große straße"            | true
            items.name:"pen ink"             | false
            tags:"red big"                   | false
            tags:(red AND big)               | true
            paid:true                        | true
            note:null                        | true
            note:*                           | true
            empty:*                          | true
            nothing:*                        | false
            customer:*                       | false
            amount:12.5                      | true
            amount:12.50                     | true
            amount:1.25e1                    | true
            amount:12                        | false
            weight:0.5                       | true
            weight:[0.4 TO 0.6]              | true
            customer.name:[0 TO 9]           | false
            balance:-5                       | true
            balance:5                        | true
            customer.id:-7                   | false
            balance:<0                       | true
            at:[2026-11-22 TO now]           | true
            at:>=now-1h                      | true
            at:<now-1h                       | false
            at:2026-11-22                    | true
            at:2026-11-22T09:30              | true
            at:2026-11-21                    | false
            due:{now TO *]                   | true
            due:2026-11-30                   | false
            at:>2026-11-22                   | false
            _time:>2026-11-22                | false
            _time:>2026-11-21                | true
            seenAt:[2026-11-22T09:00Z TO now]| true
            seenAt:>=now-1m                  | false
            amount:[* TO *]                  | true
            """)
    void finds_what_the_guide_says(String query, boolean isFound) throws Exception {
        assertThat(Query.parse(query, NOW).match().test(ORDER)).isEqualTo(isFound);
    }

    private static final Pattern EXAMPLE = Pattern.compile("\\| `(.+?)` \\| ([0-9 ]*)\\|.*");

    /**
     * Runs the examples about words and payloads from the guide to records against the payload of the first record
     * there.
     */
    @TestFactory
    List<DynamicTest> means_the_same_as_in_records() throws Exception {
        String guide = Files.readString(Path.of("../docs/guide/search.md"));
        String part = guide.substring(guide.indexOf("## Words"), guide.indexOf("## Fields"));
        List<DynamicTest> tests = part.lines()
                .map(EXAMPLE::matcher)
                .filter(Matcher::matches)
                .filter(example -> !Pattern.compile("request|header|query|prop|log|order")
                        .matcher(example.group(1))
                        .find())
                .map(example -> DynamicTest.dynamicTest(
                        example.group(1),
                        () -> assertThat(isFound(example.group(1)
                                        .replaceAll("\\b(body|response)[.]", "")
                                        .replace("body:", "")))
                                .isEqualTo(example.group(2).contains("1"))))
                .toList();
        assertThat(tests).hasSizeGreaterThan(18);
        return tests;
    }

    private static boolean isFound(String query) throws QueryException {
        return Query.parse(query, NOW)
                .match()
                .test(SearchedDocument.stored(
                        "PO-17",
                        1,
                        NOW,
                        "{\"customer\":{\"name\":\"John Smith\",\"id\":7},\"items\":[{\"name\":\"pen\"},{\"name\":\"ink\"}],\"amount\":12.5}"
                                .getBytes(UTF_8)));
    }

    @Test
    void a_deleted_document_is_found_by_nothing() throws Exception {
        var deleted = SearchedDocument.deleted("a", 2, NOW);
        for (String query : List.of("*", "a", "NOT b", "_id:a", "_version:2")) {
            assertThat(Query.parse(query, NOW).match().test(deleted)).as(query).isFalse();
        }
    }

    @Test
    void a_match_forgets_the_document_before() throws Exception {
        DocumentMatch match = Query.parse("a b:1 b:[0 TO 2] \"x y\"", NOW).match();
        assertThat(match.test(document("{\"a\":\"x y\",\"b\":1}"))).isTrue();
        assertThat(match.test(document("{\"y\":\"x\"}"))).isFalse();
        assertThat(match.test(document("{\"a\":\"x y\",\"b\":1}"))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"b:1", "b:[0 TO 2]", "b:*", "b:word", "at:2026-11-22", "\"some word\""})
    void a_condition_forgets_the_document_before(String query) throws Exception {
        DocumentMatch match = Query.parse(query, NOW).match();
        assertThat(match.test(document("{\"b\":[1,\"some word\"],\"at\":\"2026-11-22\"}")))
                .isTrue();
        assertThat(match.test(document("{}"))).isFalse();
    }

    @Test
    void of_too_much_text_the_beginning_is_searched_and_the_document_says_so() throws Exception {
        SearchedDocument cut = document(
                "{\"a\":\"first\",\"b\":\"" + "x ".repeat(DocumentWalk.MOST_CHARACTERS / 2) + "\",\"c\":\"last\"}");
        assertThat(Query.parse("a:first _cut:true", NOW).match().test(cut)).isTrue();
        assertThat(Query.parse("last", NOW).match().test(cut)).isFalse();
    }

    @Test
    void of_too_many_values_the_first_have_paths_and_the_others_only_words() throws Exception {
        var json = new StringBuilder("{\"v0\":\"w0\"");
        for (int i = 1; i < 10_000; i++)
            json.append(",\"v").append(i).append("\":\"w").append(i).append('"');
        SearchedDocument many = document(json.append('}').toString());
        assertThat(Query.parse("v4000:w4000 _cut:true w9999 v9999", NOW).match().test(many))
                .isTrue();
        assertThat(Query.parse("v9999:w9999", NOW).match().test(many)).isFalse();
    }

    @Test
    void what_is_very_deep_has_words_and_no_path() throws Exception {
        SearchedDocument deep = document("{\"a\":".repeat(200) + "\"deep\"" + "}".repeat(200));
        assertThat(Query.parse("deep", NOW).match().test(deep)).isTrue();
        assertThat(Query.parse("a.".repeat(199) + "a:deep", NOW).match().test(deep))
                .isFalse();
        assertThat(Query.parse("_cut:true", NOW).match().test(document("[".repeat(5000))))
                .isTrue();
    }

    @Test
    void nothing_makes_it_fail_but_by_name() {
        long seed = Rounds.seed("VESPER_QUERY_SEED");
        int texts = Rounds.of("VESPER_QUERY_TEXTS", 4_000, 1_000_000);
        var random = new Random(seed);
        String[] pieces = ("a AND OR NOT + - ! ( ) \" : = < > <= [ ] { } * ? \\ / @ ~ ^ 1 2.5 amount b.x _time now- fn:"
                        + " && || ä \ud83d & | , \\u \\u0041 _id _version ms TO _cut 2026-11-22")
                .split(" ");
        for (int i = 0; i < texts; i++) {
            var text = new StringBuilder();
            for (int length = random.nextInt(20); length >= 0; length--) {
                text.append(pieces[random.nextInt(pieces.length)]);
                if (random.nextInt(3) == 0) text.append(' ');
            }
            Throwable failure = catchThrowable(
                    () -> Query.parse(text.toString(), NOW).match().test(ORDER));
            if (failure == null) continue;
            assertThat(failure).as("seed %d, query %s", seed, text).isInstanceOf(QueryException.class);
            assertThat(((QueryException) failure).column()).isBetween(0, text.length() + 1);
        }
    }

    @Test
    void a_number_of_words_between_is_refused_whatever_it_looks_like() {
        for (String number : new String[] {"2", "2.5", "99999999999"})
            assertThatThrownBy(() -> Query.parse("\"a b\"~" + number, NOW))
                    .isInstanceOfSatisfying(
                            QueryException.class,
                            wrong -> assertThat(wrong.column()).isEqualTo(6))
                    .hasMessageContaining("words between");
    }

    @Test
    void what_is_too_large_is_refused() {
        assertThatThrownBy(() -> Query.parse("a ".repeat(4097), NOW)).hasMessageContaining("at most 8192");
        assertThatThrownBy(() -> Query.parse("a ".repeat(257), NOW)).hasMessageContaining("more than 256");
        assertThatThrownBy(() -> Query.parse("\"" + "a ".repeat(64) + "\"", NOW))
                .hasMessageContaining("at most 63 words");
        assertThatCode(() -> Query.parse("a ".repeat(256), NOW)).doesNotThrowAnyException();
    }

    private static SearchedDocument document(String json) {
        return SearchedDocument.stored("d", 1, NOW, json.getBytes(UTF_8));
    }
}
