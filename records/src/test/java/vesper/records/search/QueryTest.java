package vesper.records.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class QueryTest {
    private static final long NOW = 1_800_000_000_000L;

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            staus:404              | 1  | unknown field 'staus'; did you mean 'status'?
            a AND staus:404        | 7  | unknown field 'staus'; did you mean 'status'?
            bodi.name:x            | 1  | unknown field 'bodi.name'
            http://localhost/x     | 1  | unknown field 'http'
            status:many            | 8  | expected a status such as 404 or 5xx, found 'many'
            duration:>20apples     | 11 | expected a duration such as 20ms or 1.5s, found '20apples'
            time:yesterday         | 6  | expected a time such as
            time:2026-13-01        | 6  | expected a time such as
            time:[now TO x]        | 14 | expected a time such as
            bytesIn:1zb            | 9  | expected a size such as
            id:17                  | 4  | expected an id such as
            success:maybe          | 9  | expected success:true or success:false
            user:[a TO b]          | 1  | 'user' is no number
            body:[1 TO 2]          | 1  | a range needs a path
            body.n:[a TO 2]        | 9  | expected a number, found 'a'
            [1 TO 2]               | 2  | a range needs a field
            smith~                 | 1  | words are not searched fuzzily
            "a b"~2                | 6  | phrases with words between
            "a b"~2.5              | 6  | phrases with words between
            smith^2                | 6  | nothing can be boosted
            a (b OR "c d")^2       | 15 | nothing can be boosted
            fn:or(a b)             | 1  | functions
            /smith/                | 1  | regular expressions are not known here
            a AND (/sm[ai]th/)     | 8  | regular expressions are not known here
            body.name:/sm.th/      | 11 | regular expressions are not known here
            body.items[0].name:pen | 11 | body.items.name is looked for in all of them
            a items[*][]:pen       | 8  | items is looked for in all of them
            body.a[x].items[0]:pen | 16 | elements of arrays have no index here
            time:[now TO 1h]       | 7  | the range is empty: 'now' is above '1h'
            status:[599 TO 500]    | 9  | the range is empty
            body.n:[2 TO 1]        | 9  | the range is empty
            traceId:17             | 9  | expected an id such as
            trackerId:17           | 11 | expected an id such as
            externalIdd:17         | 1  | did you mean 'externalId'?
            property:x             | 1  | expected the property's name
            sm?th                  | 3  | '?' stands for other characters only as a *
            *smith                 | 1  | '*' stands for other characters only as a * at the end
            (a OR b                | 8  | the query ends where
            a AND                  | 6  | the query ends where a word, a phrase, a field or '(' was expected
            a )                    | 3  | ')' stands where
            AND a                  | 1  | 'AND' stands where a word
            "a b                   | 1  | the quotation mark is not closed
            time:[now TO           | 6  | the range is not closed
            ---                    | 2  | '-' stands where
            "!?"                   | 1  | no word in '!?'
            prop:x                 | 1  | expected the property's name
            body.:x                | 1  | expected a name after
            log.x:y                | 1  | unknown field 'log.x'
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

    @Test
    void what_is_too_large_is_refused() {
        assertThatThrownBy(() -> Query.parse("a ".repeat(4097), NOW)).hasMessageContaining("at most 8192");
        assertThatThrownBy(() -> Query.parse("a ".repeat(257), NOW)).hasMessageContaining("more than 256");
        assertThatThrownBy(() -> Query.parse("(".repeat(4000) + "a" + ")".repeat(4000), NOW))
                .hasMessageContaining("parentheses");
        assertThatThrownBy(() -> Query.parse("\"" + "a ".repeat(64) + "\"", NOW))
                .hasMessageContaining("at most 63 words");
    }

    @Test
    void what_is_just_not_too_large_is_understood() {
        assertThatCode(() -> Query.parse("a ".repeat(256), NOW)).doesNotThrowAnyException();
        assertThatCode(() -> Query.parse("(".repeat(32) + "a" + ")".repeat(32), NOW))
                .doesNotThrowAnyException();
        assertThatThrownBy(() -> Query.parse("(".repeat(33) + "a" + ")".repeat(33), NOW))
                .hasMessageContaining("parentheses");
    }

    @ParameterizedTest
    @CsvSource({
        "now, 0, 0",
        "now-90s, -90000, -90000",
        "now+1d, 86400000, 86400000",
        "2027-01-15T08:00:00Z, 0, 999",
        "2027-01-15T09:00+01:00, 0, 59999",
        "2027-01-15T08:00:00.25, 250, 259",
        "2027-01-15, -28800000, 57599999",
        "1800000000000, 0, 0",
        "1h, -3600000, -3600000",
        "now-1w, -604800000, -604800000",
        "'\"2027-01-15 08:00\"', 0, 59999"
    })
    void times_stand_for_as_much_as_they_say(String time, long from, long to) throws Exception {
        Query query = Query.parse("x time:" + time, NOW);
        assertThat(query.earliest() - NOW).isEqualTo(from);
        assertThat(query.latest() - NOW).isEqualTo(to);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /api/orders            | / inside of words and of paths
            /api/orders/           | no expression
            path:/api/             | path
            url:/api/ endpoint:/x/ | path
            "/smith/"              | quoted
            a/b/                   | words
            body.x:[1 TO 2]        | a range
            """)
    void what_looks_like_something_refused_is_understood(String query, String why) {
        assertThatCode(() -> Query.parse(query, NOW)).as(why).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            15m                  | -900000
            now-15m              | -900000
            now                  | 0
            now+1d               | 86400000
            2027-01-15 08:00     | 0
            2027-01-15T08:00     | 0
            2027-01-15T08:00:00Z | 0
            2027-01-15           | -28800000
            2027                 | -1238400000
            1800000000001        | 1
            0                    | -1800000000000
            """)
    void a_time_has_one_beginning_however_it_is_written(String time, long offset) {
        assertThat(TimeText.beginning(time, NOW)).hasValue(NOW + offset);
    }

    @Test
    void what_is_no_time_has_no_beginning() {
        for (String text : new String[] {
            "", "yesterday", "2026-13-01", "-1h", "1y", "now-", "2026-11-22 13", "15", "1795352400", "1".repeat(16)
        }) assertThat(TimeText.beginning(text, NOW)).as(text).isEmpty();
    }

    @Test
    void lengths_of_time_have_a_unit() {
        assertThat(TimeText.lengthMillis("90s")).hasValue(90_000);
        assertThat(TimeText.lengthMillis("1w")).hasValue(604_800_000);
        assertThat(TimeText.lengthMillis("90")).isEmpty();
        assertThat(TimeText.lengthMillis("now")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            duraton | did you mean 'duration'? There are time, duration, status, bytesIn
            nothing | there are time, duration, status, bytesIn
            """)
    void a_field_that_nothing_is_sorted_by_is_told_with_all_that_there_are(String field, String told) {
        assertThatThrownBy(() -> Sort.parse(field)).hasMessageContaining(told);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            statuss  | did you mean 'status'? There are status, cost, method
            duration | are not counted; there are status, cost, method
            """)
    void a_field_that_is_not_counted_is_told_with_all_that_there_are(String field, String told) {
        assertThatThrownBy(() -> Search.of(Query.ALL).facets(List.of(field), 1)).hasMessageContaining(told);
    }

    @Test
    void names_of_answers_sort_and_count_too() throws Exception {
        assertThat(Sort.parse("-durationMillis")).isEqualTo(Sort.parse("-duration"));
        assertThat(Sort.parse("startedAt")).isEqualTo(Sort.parse("time"));
        assertThat(Search.facetColumn("endpoint")).isEqualTo(Search.facetColumn("route"));
        assertThat(Search.facetColumn("url")).isEqualTo(Search.facetColumn("path"));
    }

    @Test
    void a_query_says_of_what_time_its_hits_are() throws Exception {
        Query query = Query.parse("time:>=now-1h AND (smith time:<now)", NOW);
        assertThat(query.earliest()).isEqualTo(NOW - 3_600_000);
        assertThat(query.latest()).isEqualTo(NOW - 1);
        assertThat(Query.parse("NOT time:now", NOW).latest()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void nothing_makes_it_fail_but_by_name() {
        long seed = System.nanoTime();
        var random = new Random(seed);
        String[] pieces = {
            "a",
            "AND",
            "OR",
            "NOT",
            "+",
            "-",
            "!",
            "(",
            ")",
            "\"",
            ":",
            "=",
            "<",
            ">",
            "<=",
            "[",
            "]",
            "{",
            "}",
            " TO ",
            "*",
            "?",
            "\\",
            "/",
            "@",
            "~",
            "^",
            "1",
            "2.5",
            " ",
            " ",
            "status",
            "body.x",
            "time",
            "now-",
            "fn:",
            "&&",
            "||",
            "\u0000",
            "ä",
            "\ud83d",
            "&",
            "|",
            ",",
            "\\u",
            "\\u0041",
            "id",
            "duration",
            "ms"
        };
        for (int i = 0; i < 20_000; i++) {
            var text = new StringBuilder();
            for (int length = random.nextInt(20); length >= 0; length--)
                text.append(pieces[random.nextInt(pieces.length)]);
            Throwable failure = catchThrowable(() -> Query.parse(text.toString(), NOW));
            if (failure == null) continue;
            assertThat(failure).as("seed %d, query %s", seed, text).isInstanceOf(QueryException.class);
            assertThat(((QueryException) failure).column()).isBetween(0, text.length() + 1);
        }
    }
}
