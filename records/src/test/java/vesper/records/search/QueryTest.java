package vesper.records.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

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
            "a b"~2                | 0  | phrases with words between
            smith^2                | 0  | nothing can be boosted
            fn:or(a b)             | 0  | functions
            sm?th                  | 3  | '?' stands for other characters only as a *
            *smith                 | 1  | '*' stands for other characters only as a * at the end
            (a OR b                | 8  | the query ends where
            a AND                  | 6  | the query ends where a word, a phrase, a field or '(' was expected
            a )                    | 3  | ')' stands where
            AND a                  | 1  | 'AND' stands where a word
            "a b                   | 1  | a quotation mark that is not closed
            time:[now TO           | 6  | a range that is not closed
            ---                    | 2  | '-' stands where
            "!?"                   | 1  | there is no word in '!?'
            prop:x                 | 1  | expected the property's name
            body.:x                | 1  | expected a name behind
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
                .hasMessageContaining("more than 63 words");
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
        "1800000000000, 0, 0"
    })
    void times_stand_for_as_much_as_they_say(String time, long from, long to) throws Exception {
        Query query = Query.parse("x time:" + time, NOW);
        assertThat(query.earliest() - NOW).isEqualTo(from);
        assertThat(query.latest() - NOW).isEqualTo(to);
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
