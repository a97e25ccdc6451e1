package vesper.documents.queries;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import vesper.testing.Rounds;

/**
 * Random documents and queries: a search of the index must return the same as a check of each document.
 * {@code VESPER_QUERY_ROUNDS} sets how often documents change, and {@code VESPER_QUERY_SEED} repeats a run.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class QueryModelTest {
    private static final long NOW = 1_800_000_000_000L;
    private static final IndexPolicy AT_ONCE = new IndexPolicy(Duration.ZERO, Duration.ofSeconds(30), 1 << 20);
    private static final SearchBounds LONG_ENOUGH = SearchBounds.within(Duration.ofMinutes(1));
    private static final CursorKey KEY = CursorKey.random(new SecureRandom());

    private static final List<String> WORDS = List.of(
            "pen", "ink", "Smith", "smithson", "jane", "17", "18", "-3", "2.5", "größe", "漢字", "a.b", "can't", "PO-17");
    private static final List<String> NAMES = List.of("name", "City", "id", "note", "a.b", "_id", "größe");

    private final long seed = Rounds.seed("VESPER_QUERY_SEED");
    private final Random random = new Random(seed);

    @TempDir
    Path folder;

    @Test
    void an_index_and_a_look_at_each_document_find_the_same() throws Exception {
        int rounds = Rounds.of("VESPER_QUERY_ROUNDS", 3, 60);
        var collection = new SampleCollection();
        try (QueryIndex index = QueryIndex.open(folder, collection, AT_ONCE, InstantSource.system())) {
            for (int round = 0; round < rounds; round++) {
                for (int i = random.nextInt(300); i >= 0; i--) change(collection);
                assertThat(index.await(collection.sequence(), Duration.ofMinutes(1)))
                        .isTrue();
                for (int i = 0; i < 80; i++) compare(index, collection);
            }
        }
    }

    private void change(SampleCollection collection) {
        String id = "doc-" + random.nextInt(200);
        long time = NOW - random.nextInt(1_000_000);
        if (random.nextInt(6) == 0) collection.delete(id, time);
        else collection.put(id, object(3), time);
    }

    private void compare(QueryIndex index, SampleCollection collection) throws Exception {
        String text = query(3);
        Query query = Query.parse(text, NOW);
        Search search = Search.of(query).in(order()).limit(random.nextInt(40));
        if (random.nextInt(3) == 0) search = search.groupBy(new Grouping(one(NAMES), List.of(one(NAMES)), 20));
        String what = "seed " + seed + ", query " + text + ", order " + search.order();

        SearchResult found = index.search(search, LONG_ENOUGH);
        SearchResult expected = search.over(collection.iterator(), LONG_ENOUGH);
        assertThat(found.hits()).as(what).isEqualTo(expected.hits());
        assertThat(found.total()).as(what).isEqualTo(expected.total());
        // Sums are exact in any order, because all numbers are multiples of a half.
        assertThat(found.groups()).as(what).isEqualTo(expected.groups());
        assertThat(found.next().map(next -> next.text(KEY)))
                .as(what)
                .isEqualTo(expected.next().map(next -> next.text(KEY)));
        if (search.limit() > 0) pages(index, search, expected.total(), what);
    }

    private static void pages(QueryIndex index, Search search, long total, String what) throws Exception {
        List<String> ids = new ArrayList<>();
        Search page = search;
        while (true) {
            SearchResult found = index.search(page, LONG_ENOUGH);
            found.hits().forEach(hit -> ids.add(hit.id()));
            if (found.next().isEmpty()) break;
            page = search.after(Cursor.parse(found.next().get().text(KEY), search.order(), KEY));
        }
        Set<String> different = new HashSet<>(ids);
        assertThat(ids).as(what).hasSize((int) total).hasSameSizeAs(different);
        if (search.order().keys().isEmpty()) assertThat(ids).isSortedAccordingTo(Comparator.naturalOrder());
    }

    private Order order() throws QueryException {
        return Order.parse(
                switch (random.nextInt(6)) {
                    case 0 -> "";
                    case 1 -> "-_time";
                    case 2 -> "-" + one(NAMES);
                    case 3 -> one(NAMES) + ",-" + one(NAMES) + "." + one(NAMES);
                    case 4 -> "_version,-_id";
                    default -> one(NAMES);
                });
    }

    private String object(int depth) {
        var json = new StringBuilder("{");
        for (int i = random.nextInt(5); i > 0; i--) {
            if (json.length() > 1) json.append(',');
            json.append('"').append(one(NAMES)).append("\":").append(value(depth));
        }
        return json.append('}').toString();
    }

    private String value(int depth) {
        return switch (random.nextInt(depth > 0 ? 10 : 7)) {
            case 0 -> Double.toString(random.nextInt(40) / 2.0 - 10);
            case 1 -> Integer.toString(random.nextInt(20) - 10);
            case 2 -> one(List.of("true", "false", "null", "1e2", "-0.0", "\"\""));
            case 3 -> "\"2027-01-1" + random.nextInt(6) + one(List.of("", "T08:00:00Z", "T09:00:00+01:00")) + "\"";
            case 4 -> Long.toString(NOW - random.nextInt(1_000_000));
            case 5, 6 -> {
                var text = new StringBuilder(one(WORDS));
                while (random.nextBoolean()) text.append(' ').append(one(WORDS));
                yield "\"" + text + "\"";
            }
            case 7 -> "[" + value(depth - 1) + "," + value(depth - 1) + "]";
            default -> object(depth - 1);
        };
    }

    private String query(int depth) {
        if (depth == 0 || random.nextInt(3) == 0) return simple();
        String one = query(depth - 1);
        String other = query(depth - 1);
        return switch (random.nextInt(5)) {
            case 0 -> "(" + one + ") AND (" + other + ")";
            case 1 -> "(" + one + ") OR (" + other + ")";
            case 2 -> "NOT (" + one + ")";
            case 3 -> "(NOT " + simple() + ") (NOT " + simple() + ")";
            default -> "(" + one + ") -(" + other + ")";
        };
    }

    private String simple() {
        // At the top level, a name that equals one of the server's own fields has no path; below it has one.
        String top = one(NAMES);
        String path = random.nextBoolean() && !top.equals("_id") ? top : top + "." + one(NAMES);
        int number = random.nextInt(20) - 10;
        return switch (random.nextInt(16)) {
            case 0 -> one(WORDS).replace("-", "\\-");
            case 1 -> "\"" + one(WORDS) + " " + one(WORDS) + "\"";
            case 2 -> "\"" + one(NAMES) + " " + one(WORDS) + "\"";
            case 3 -> one(List.of("smi*", "PO-1*", "a.b*", "gr*", "doc-1*", "2027-01-1*"));
            case 4 -> path + ":" + one(WORDS);
            case 5 -> path + ":\"" + one(WORDS) + " " + one(WORDS) + "\"";
            case 6 -> path + ":" + one(List.of("smi*", "PO-1*", "2*", "*"));
            case 7 -> path + ":[" + number + " TO " + (number + 5) + "]";
            case 8 -> path + ":{" + number + " TO *]";
            case 9 -> path + one(List.of("<", ">=", "<=", ">")) + number / 2.0;
            case 10 -> path + ":[2027-01-11 TO now]";
            case 11 -> path + ":>=now-10m";
            case 12 -> path + ":" + one(List.of("true", "null", "2027-01-14", "\"2027-01-14T08:00:00Z\"", "100"));
            case 13 -> "_id:" + one(List.of("doc-7", "doc-1*", "*", "nothing"));
            case 14 -> "_version:" + one(List.of("1", ">1", "[2 TO 3]", "{1 TO 3}"));
            default -> "_time:" + one(List.of(">=now-8m", "[now-10m TO now-5m]", "2027-01-15"));
        };
    }

    private <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }
}
