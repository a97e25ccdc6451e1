package vesper.documents.queries;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayNameGeneration(ReplaceUnderscores.class)
class SearchTest {
    private static final SearchBounds LONG_ENOUGH = SearchBounds.within(Duration.ofMinutes(1));

    private final List<SearchedDocument> documents = new ArrayList<>();

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''        | array bool none null number number-2 object text-a text-b
            v         | number-2 number array text-b text-a bool none null object
            -v        | bool text-a text-b array number number-2 none null object
            -_id      | text-b text-a object number-2 number null none bool array
            w,-v      | none bool text-a text-b array number number-2 null object
            _version  | array bool none null number number-2 object text-a text-b
            -_time    | array bool none null number number-2 object text-a text-b
            """)
    void numbers_come_before_texts_and_what_is_missing_comes_last(String order, String expected) throws Exception {
        add("number", "{\"v\":3}");
        add("number-2", "{\"v\":-2.5}");
        add("text-a", "{\"v\":\"b\"}");
        add("text-b", "{\"v\":\"B\"}");
        add("bool", "{\"v\":true}");
        add("none", "{\"w\":1}");
        add("null", "{\"v\":null}");
        add("object", "{\"v\":{\"a\":1}}");
        add("array", "{\"v\":[7,1]}");
        assertThat(ids(Search.of(Query.ALL).in(Order.parse(order)))).containsExactly(expected.split(" "));
    }

    @Test
    void long_texts_are_sorted_by_their_beginning() throws Exception {
        String same = "é".repeat(64);
        add("b", "{\"v\":\"" + same + "a\"}");
        add("a", "{\"v\":\"" + same + "b\"}");
        add("c", "{\"v\":\"" + "é".repeat(63) + "z\"}");
        assertThat(ids(Search.of(Query.ALL).in(Order.parse("v")))).containsExactly("c", "a", "b");
    }

    @Test
    void groups_count_and_add_up() throws Exception {
        add("a", "{\"city\":\"Bonn\",\"price\":2,\"tags\":[\"x\",\"y\",\"x\"]}");
        add("b", "{\"city\":\"Bonn\",\"price\":[3,5],\"tags\":[\"x\"]}");
        add("c", "{\"city\":7,\"price\":\"4\"}");
        add("d", "{}");
        Groups cities = groups(new Grouping("city", List.of("price"), 10));
        assertThat(cities.groups()).hasSize(3);
        Groups.Group bonn = cities.groups().getFirst();
        assertThat(bonn.key()).isEqualTo(new Groups.Key.OfText("Bonn"));
        assertThat(bonn.count()).isEqualTo(2);
        assertThat(bonn.figures()).containsExactly(new Groups.Figures("price", 3, 10, 2, 5));
        assertThat(bonn.figures().getFirst().average())
                .hasValueSatisfying(average -> assertThat(average).isEqualTo(10 / 3.0));
        assertThat(cities.groups().get(1).key()).isEqualTo(new Groups.Key.OfNumber(7));
        assertThat(cities.groups().get(1).figures().getFirst().average()).isEmpty();
        assertThat(cities.groups().get(2).key()).isEqualTo(new Groups.Key.OfNothing());
        assertThat(cities.isCut()).isFalse();

        Groups tags = groups(new Grouping("tags", List.of(), 1));
        assertThat(tags.groups()).containsExactly(new Groups.Group(new Groups.Key.OfText("x"), 2, List.of()));
        assertThat(tags.isCut()).isTrue();
        assertThat(tags.different()).isEqualTo(3);
    }

    @Test
    void more_groups_than_are_kept_are_said_not_to_be_counted() throws Exception {
        for (int i = 0; i < Grouping.MOST_GROUPS + 5; i++) add("d" + i, "{\"v\":" + i + "}");
        Groups groups = groups(new Grouping("v", List.of(), 3));
        assertThat(groups.groups()).hasSize(3);
        assertThat(groups.different()).isEqualTo(Grouping.MOST_GROUPS);
        assertThat(groups.notCounted()).isEqualTo(5);
        assertThat(groups.isCut()).isTrue();
    }

    @Test
    void a_cursor_that_somebody_made_up_or_took_from_elsewhere_is_refused() throws Exception {
        add("a", "{\"v\":\"text\"}");
        add("b", "{\"v\":1}");
        var key = CursorKey.random(new SecureRandom());
        Order order = Order.parse("-v,w");
        String text = Search.of(Query.ALL)
                .in(order)
                .limit(1)
                .over(documents.iterator(), LONG_ENOUGH)
                .next()
                .orElseThrow()
                .text(key);
        assertThat(Cursor.parse(text, order, key).text(key)).isEqualTo(text);
        for (int i = 0; i < text.length(); i++) {
            char other = text.charAt(i) == 'A' ? 'Q' : 'A';
            refused(text.substring(0, i) + other + text.substring(i + 1), order, key);
            refused(text.substring(0, i), order, key);
        }
        refused(text + "AAAA", order, key);
        refused("?", order, key);
        refused("A".repeat(100_000), order, key);
        refused(text, Order.parse("v,w"), key);
        refused(text, order, CursorKey.random(new SecureRandom()));
    }

    private static void refused(String cursor, Order order, CursorKey key) {
        assertThatThrownBy(() -> Cursor.parse(cursor, order, key))
                .isInstanceOf(QueryException.class)
                .hasMessage("the cursor belongs to another order or server");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            amount              | {"amount":12.50}
            Customer.NAME       | {"customer":{"name":"Smith"}}
            items.name,amount   | {"items":[{"name":"pen"},{"name":"ink"},[{"name":"x"}]],"amount":12.50}
            customer            | {"customer":{"name":"Smith","id":7}}
            customer,customer.id| {"customer":{"name":"Smith","id":7}}
            a.b                 | {"a.b":1}
            amount.x,nothing    | {}
            """)
    void an_answer_has_the_fields_that_were_selected(String paths, String expected) throws Exception {
        String json =
                "{\"customer\":{\"name\":\"Smith\",\"id\":7},\"items\":[{\"name\":\"pen\",\"n\":1},{\"name\":\"ink\"},3,[{\"name\":\"x\"}]],"
                        + "\"amount\":12.50,\"a.b\":1}";
        assertThat(new String(Selection.parse(paths).of(json.getBytes(UTF_8)), UTF_8))
                .isEqualTo(expected);
    }

    @Test
    void what_is_asked_for_too_much_is_refused() {
        assertThatThrownBy(() -> Order.parse("a,b,c,d,e")).hasMessageContaining("at most 4");
        assertThatThrownBy(() -> Order.parse("a,-")).hasMessageContaining("a name to sort by is missing");
        assertThatThrownBy(() -> Selection.parse("a,".repeat(64) + "a")).hasMessageContaining("at most 64");
        assertThatThrownBy(() -> Selection.parse("a,,b")).hasMessageContaining("a name to select is missing");
        assertThatThrownBy(() -> Grouping.parse("a", List.of(), 10_001)).hasMessageContaining("expected 1 to 10000");
        assertThatThrownBy(() -> Grouping.parse(" ", List.of(), 1))
                .hasMessageContaining("the name to group by is missing");
        assertThatThrownBy(() -> Search.of(Query.ALL).limit(1001)).isInstanceOf(IllegalArgumentException.class);
    }

    private void add(String id, String json) {
        documents.add(SearchedDocument.stored(id, 1, 1_800_000_000_000L, json.getBytes(UTF_8)));
    }

    private List<String> ids(Search search) {
        return search.over(documents.iterator(), LONG_ENOUGH).hits().stream()
                .map(DocumentHit::id)
                .toList();
    }

    private Groups groups(Grouping grouping) {
        Optional<Groups> groups = Search.of(Query.ALL)
                .limit(0)
                .groupBy(grouping)
                .over(documents.iterator(), LONG_ENOUGH)
                .groups();
        return groups.orElseThrow();
    }
}
