package vesper.records.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import vesper.records.blocks.DamagedBlockException;
import vesper.records.rows.Columns;

/** Compares random queries over random rows with a model that examines each row separately. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class SearchModelTest {
    private static final long NOW = 1_800_000_000_000L;
    private static final SearchBounds LONG_ENOUGH = SearchBounds.within(Duration.ofMinutes(1));
    private static final List<String> WORDS =
            List.of("pen", "ink", "paper", "smith", "smithson", "jane", "blue", "17", "18", "größe", "漢");
    private static final List<String> NAMES = List.of("name", "city", "id", "note");
    private static final List<String> USERS = List.of("", "alice", "bob", "alice@example.com");
    private static final List<String> ROUTES = List.of("GET /a", "GET /a/{id}", "PUT /b");

    private final long seed = Optional.ofNullable(System.getenv("VESPER_SEARCH_SEED"))
            .map(Long::parseLong)
            .orElseGet(System::nanoTime);
    private final Random random = new Random(seed);

    /** A value in a payload, with its path. */
    private record Value(String path, List<String> words) {
        boolean has(List<String> phrase) {
            return containsInARow(words, phrase);
        }
    }

    /** A row with the values that the model knows of it. */
    private record Known(SampleRow row, List<Value> request, List<Value> response, int amount) {
        boolean hasWord(Predicate<String> isWanted) {
            return allWords(request).stream().anyMatch(isWanted)
                    || allWords(response).stream().anyMatch(isWanted)
                    || words(row.text(Columns.USER)).stream().anyMatch(isWanted)
                    || words(row.text(Columns.EXTERNAL_ID)).stream().anyMatch(isWanted);
        }

        private static List<String> allWords(List<Value> values) {
            List<String> all = new ArrayList<>();
            for (Value value : values) {
                all.addAll(Arrays.asList(value.path().split("\\.")));
                all.addAll(value.words());
            }
            return all;
        }
    }

    private record Asked(String text, Predicate<Known> isWanted) {}

    @Test
    void finds_exactly_what_looking_at_each_row_finds() throws Exception {
        for (int round = 0; round < 4; round++) {
            List<Known> rows = rows(200 + random.nextInt(400));
            SampleBlocks[] loops = {new SampleBlocks(), new SampleBlocks()};
            for (Known known : rows) {
                SampleBlocks loop = loops[random.nextInt(2)];
                loop.add(known.row());
                if (random.nextInt(40) == 0) loop.seal();
            }
            for (int i = 0; i < 60; i++) check(asked(3), rows, loops);
        }
    }

    @Test
    void finds_the_same_whether_sealed_or_not() throws Exception {
        List<Known> rows = rows(500);
        var open = new SampleBlocks();
        var sealed = new SampleBlocks();
        for (Known known : rows) {
            open.add(known.row());
            sealed.add(known.row());
            if (random.nextInt(50) == 0) sealed.seal();
        }
        sealed.seal();
        for (int i = 0; i < 80; i++) {
            Query query = Query.parse(asked(3).text(), NOW);
            assertThat(ids(Search.of(query).limit(1000), sealed))
                    .as("seed %d", seed)
                    .isEqualTo(ids(Search.of(query).limit(1000), open));
        }
    }

    private void check(Asked asked, List<Known> rows, SampleBlocks[] loops) throws Exception {
        String what = "seed " + seed + ", query " + asked.text();
        boolean isByDuration = random.nextBoolean();
        Comparator<Known> byTime = Comparator.comparing(known -> known.row().number(Columns.TIME));
        Comparator<Known> byDuration = Comparator.comparing(known -> known.row().number(Columns.DURATION_MICROS));
        Comparator<Known> byId = Comparator.comparing(known -> known.row().id());
        List<String> expected = rows.stream()
                .filter(asked.isWanted())
                .sorted((isByDuration ? byDuration : byTime.reversed())
                        .thenComparing(isByDuration ? byId : byId.reversed()))
                .map(known -> known.row().id())
                .toList();

        Sort sort = isByDuration ? Sort.parse("duration") : Sort.NEWEST_FIRST;
        Search search = Search.of(Query.parse(asked.text(), NOW)).sort(sort).limit(1 + random.nextInt(60));
        assertThat(pages(search, loops)).as(what).isEqualTo(expected);
        SearchResult counted = search.limit(0)
                .total()
                .facets(List.of("route", "status"), 10)
                .run(SampleBlocks.batches(loops), row -> {}, LONG_ENOUGH);
        assertThat(counted.total()).as(what).hasValue(expected.size());
        assertThat(counted.facets()).hasSize(2);
        for (SearchResult.Facet facet : counted.facets()) {
            assertThat(facet.values().stream()
                            .mapToLong(SearchResult.Count::count)
                            .sum())
                    .as(what)
                    .isEqualTo(expected.size());
        }
    }

    private static List<String> pages(Search search, SampleBlocks... loops) throws Exception {
        List<String> all = new ArrayList<>();
        Search page = search;
        while (true) {
            SearchResult result = page.run(SampleBlocks.batches(loops), row -> all.add(id(row)), LONG_ENOUGH);
            assertThat(result.isComplete()).isTrue();
            if (result.next().isEmpty()) return all;
            page = search.after(result.next().get());
        }
    }

    private static List<String> ids(Search search, SampleBlocks blocks) throws Exception {
        List<String> ids = new ArrayList<>();
        search.run(SampleBlocks.batches(blocks), row -> ids.add(id(row)), LONG_ENOUGH);
        return ids;
    }

    private static String id(Row row) {
        try {
            return row.id();
        } catch (DamagedBlockException damaged) {
            throw new AssertionError(damaged);
        }
    }

    // Rows.

    private List<Known> rows(int count) {
        List<Known> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) rows.add(row(i));
        return rows;
    }

    private Known row(int number) {
        // Some rows share a time, and one that started earlier may be recorded later.
        SampleRow row = SampleRow.exchange(NOW - 100_000 + number / 3 * 10L - random.nextInt(200), number)
                .with(Columns.STATUS, one(List.of(200, 201, 404, 500, 503)))
                .with(Columns.DURATION_MICROS, random.nextInt(100) * 1000L)
                .with(Columns.USER, one(USERS))
                .with(Columns.ROUTE, one(ROUTES))
                .with(Columns.EXTERNAL_ID, random.nextInt(4) == 0 ? "" : "PO-" + random.nextInt(50));
        int amount = random.nextInt(200) - 100;
        List<Value> request = values();
        List<Value> response = values();
        switch (random.nextInt(4)) {
            case 0 -> row.request("application/json", json(request));
            case 1 -> {
                // In a form, a name with a full stop is a single word.
                request = request.stream()
                        .filter(value -> !value.path().contains("."))
                        .toList();
                row.request("application/x-www-form-urlencoded", form(request));
            }
            case 2 -> row.request("text/xml", xml(request));
            default -> request = List.of();
        }
        response.add(new Value("amount", List.of(Integer.toString(Math.abs(amount)))));
        String json = json(response.subList(0, response.size() - 1));
        row.response(
                "application/json; charset=utf-8",
                json.substring(0, json.length() - 1) + (json.length() > 2 ? "," : "") + "\"amount\":" + amount + "}");
        return new Known(row, request, response, amount);
    }

    private List<Value> values() {
        List<Value> values = new ArrayList<>();
        for (int i = random.nextInt(4); i > 0; i--) {
            String path = random.nextBoolean() ? one(NAMES) : one(NAMES) + "." + one(NAMES);
            List<String> words = new ArrayList<>();
            for (int w = 1 + random.nextInt(3); w > 0; w--) words.add(one(WORDS));
            values.add(new Value(path, words));
        }
        return values;
    }

    private String json(List<Value> values) {
        return values.stream()
                .map(value -> {
                    String quoted = "\"" + text(value).replace("ö", random.nextBoolean() ? "\\u00f6" : "ö") + "\"";
                    if (random.nextInt(3) == 0) quoted = "[" + quoted + "]";
                    int dot = value.path().indexOf('.');
                    if (dot < 0) return "\"" + value.path() + "\" : " + quoted;
                    return "\"" + value.path().substring(0, dot) + "\":{\""
                            + value.path().substring(dot + 1) + "\":" + quoted + "}";
                })
                .collect(Collectors.joining(",", "{", "}"));
    }

    private static String xml(List<Value> values) {
        var xml = new StringBuilder("<?xml version='1.0'?>\n<root>");
        for (Value value : values) {
            String[] names = value.path().split("\\.");
            for (String name : names) xml.append("<ns:").append(name).append(" >");
            xml.append(text(value).replace("ö", "&#xF6;"));
            for (int i = names.length - 1; i >= 0; i--)
                xml.append("</ns:").append(names[i]).append('>');
        }
        return xml.append("</root>").toString();
    }

    private static String form(List<Value> values) {
        return values.stream()
                .map(value ->
                        value.path() + "=" + text(value).replace("ö", "%C3%b6").replace(' ', '+'))
                .collect(Collectors.joining("&"));
    }

    private static String text(Value value) {
        return String.join(" ", value.words());
    }

    // Queries, each with a predicate that defines its matches.

    private Asked asked(int depth) {
        if (depth == 0 || random.nextInt(3) == 0) return simple();
        Asked one = asked(depth - 1);
        Asked other = asked(depth - 1);
        return switch (random.nextInt(4)) {
            case 0 ->
                new Asked(
                        "(" + one.text() + ") AND (" + other.text() + ")",
                        one.isWanted().and(other.isWanted()));
            case 1 ->
                new Asked(
                        "(" + one.text() + ") OR (" + other.text() + ")",
                        one.isWanted().or(other.isWanted()));
            case 2 -> new Asked("NOT (" + one.text() + ")", one.isWanted().negate());
            default ->
                new Asked(
                        "(" + one.text() + ") -(" + other.text() + ")",
                        one.isWanted().and(other.isWanted().negate()));
        };
    }

    private Asked simple() {
        String word = one(WORDS);
        String name = one(NAMES);
        String path = random.nextBoolean() ? name : name + "." + one(NAMES);
        int number = random.nextInt(200) - 100;
        return switch (random.nextInt(14)) {
            case 0 -> new Asked(word, known -> known.hasWord(word::equals));
            case 1 -> new Asked("smi*", known -> known.hasWord(there -> there.startsWith("smi")));
            case 2 -> at("body." + path, path, List.of(word), true, true);
            case 3 -> at("request." + path, path, List.of(word), true, false);
            case 4 -> at("response." + path, path, List.of(word), false, true);
            case 5 -> at("body." + path, path, List.of(word, one(WORDS)), true, true);
            case 6 -> {
                long least = random.nextInt(100);
                yield new Asked(
                        "duration:>=" + least + "ms",
                        known -> known.row().number(Columns.DURATION_MICROS) >= least * 1000);
            }
            case 7 -> new Asked("status:5xx", known -> known.row().number(Columns.STATUS) >= 500);
            case 8 -> {
                String user = one(USERS.subList(1, 4));
                yield new Asked(
                        "user:" + user, known -> known.row().text(Columns.USER).equals(user));
            }
            case 9 -> {
                String route = one(ROUTES);
                yield new Asked(
                        "route:\"" + route + "\"",
                        known -> known.row().text(Columns.ROUTE).equals(route));
            }
            case 10 -> {
                String id = "PO-" + random.nextInt(50);
                yield new Asked(
                        "externalId:" + id,
                        known -> known.row().text(Columns.EXTERNAL_ID).equals(id));
            }
            case 11 -> new Asked("response.amount:[" + number + " TO *]", known -> known.amount() >= number);
            case 12 -> {
                long from = random.nextInt(3000);
                long to = from + random.nextInt(1000);
                yield new Asked("time:[now-" + (100_000 - from) + "ms TO now-" + (100_000 - to) + "ms]", known -> {
                    long time = known.row().number(Columns.TIME) - NOW + 100_000;
                    return time >= from && time <= to;
                });
            }
            default -> new Asked(name, known -> known.hasWord(name::equals));
        };
    }

    private static Asked at(String field, String path, List<String> phrase, boolean request, boolean response) {
        String value = phrase.size() == 1 ? phrase.getFirst() : "\"" + String.join(" ", phrase) + "\"";
        return new Asked(
                field + ":" + value,
                known -> (request && hasAt(known.request(), path, phrase))
                        || (response && hasAt(known.response(), path, phrase)));
    }

    private static boolean hasAt(List<Value> values, String path, List<String> phrase) {
        return values.stream().anyMatch(value -> value.path().equals(path) && value.has(phrase));
    }

    private static boolean containsInARow(List<String> words, List<String> phrase) {
        for (int from = 0; from + phrase.size() <= words.size(); from++) {
            if (words.subList(from, from + phrase.size()).equals(phrase)) return true;
        }
        return false;
    }

    private static List<String> words(String text) {
        // A full stop between letters does not end a word.
        return Arrays.stream(text.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}.]+"))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    private <T> T one(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}
