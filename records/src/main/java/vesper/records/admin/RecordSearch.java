package vesper.records.admin;

import java.io.IOException;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import vesper.http.Request;
import vesper.records.blocks.DamagedBlockException;
import vesper.records.rows.Columns;
import vesper.records.rows.RowFlags;
import vesper.records.search.Query;
import vesper.records.search.QueryException;
import vesper.records.search.Row;
import vesper.records.search.Search;
import vesper.records.search.SearchBounds;
import vesper.records.search.SearchResult;
import vesper.records.search.Sort;
import vesper.records.store.Reading;
import vesper.records.store.RecordStore;
import vesper.rest.Problem;
import vesper.rest.ProblemException;
import vesper.rest.ProblemType;
import vesper.rest.StreamingBody;

/** Carries out searches that came over HTTP, a few at a time, each within a bounded time and ended when its client leaves. */
final class RecordSearch {
    private static final int DEFAULT_LIMIT = 50;
    private static final int MOST_LIMIT = 1000;
    private static final int DEFAULT_TOP = 10;
    private static final Duration MOST_TIME = Duration.ofSeconds(30);
    /** How long after an exchange began its transaction mostly has its id, and how long at most. */
    private static final Duration SOON = Duration.ofSeconds(10);

    private static final Duration LATE = Duration.ofDays(1);
    private static final Duration TURN_TIME = Duration.ofSeconds(5);

    private final Records records;
    private final Clock clock;

    RecordSearch(Records records, Clock clock) {
        this.records = records;
        this.clock = clock;
    }

    /** Makes of a row what is answered. */
    interface Form<T> {
        T of(Row row) throws IOException;
    }

    /**
     * @param only what is searched at all, as a query
     * @throws ProblemException where the request makes no sense, or there are too many searches at once
     */
    <T> Found<T> search(String only, SearchParameters asked, Form<T> form) throws IOException, InterruptedException {
        Search search = search(only, asked);
        Optional<RecordStore> store = records.store();
        if (store.isEmpty()) return nothing(asked);
        if (Boolean.TRUE.equals(asked.waits()) && !store.get().awaitTakenUp(MOST_TIME)) throw tooSlow();
        List<T> items = new ArrayList<>();
        try (Turn _ = turn();
                Reading rows = store.get().read(search.earliest(), search.latest())) {
            return found(search.run(rows, row -> items.add(made(form, row)), bounds()), items);
        } catch (UnreadableRow e) {
            throw e.why;
        }
    }

    /**
     * As above, each hit as a line of JSON as soon as it is found.
     *
     * @throws ProblemException also where something is asked for that is no hit
     */
    <T> StreamingBody lines(String only, SearchParameters asked, Form<T> form)
            throws IOException, InterruptedException {
        Search search = search(only, asked);
        if (asked.count() != null || asked.facets() != null || asked.histogram() != null || asked.latencies() != null)
            throw bad("count", "nor facets, histogram and latencies go with lines, which are hits alone");
        Optional<RecordStore> store = records.store();
        if (store.isEmpty()) return _ -> {};
        if (Boolean.TRUE.equals(asked.waits()) && !store.get().awaitTakenUp(MOST_TIME)) throw tooSlow();
        return new HitLines((lines, isCancelled) -> {
            SearchBounds bounds = new SearchBounds(MOST_TIME, isCancelled, records.pace());
            try (Turn _ = turn();
                    Reading rows = store.get().read(search.earliest(), search.latest())) {
                SearchResult result = search.run(rows, row -> lines.add(records.json(made(form, row))), bounds);
                return result.isComplete() ? null : why(result);
            } catch (UnreadableRow e) {
                throw e.why;
            }
        });
    }

    /** Makes of all rows of one transaction, the newest first, what is answered. */
    interface WholeForm<T> {
        T of(List<Row> rows) throws DamagedBlockException;
    }

    /** What has this id; empty where nothing has. */
    <T> Optional<T> byId(UUID id, WholeForm<T> form) throws IOException, InterruptedException {
        Optional<RecordStore> store = records.store();
        if (store.isEmpty()) return Optional.empty();
        try (Turn _ = turn()) {
            return byId(id, store.get(), form);
        }
    }

    /** As above, within another search's turn. */
    <T> Optional<T> byIdInTurn(UUID id, WholeForm<T> form) throws IOException {
        Optional<RecordStore> store = records.store();
        return store.isEmpty() ? Optional.empty() : byId(id, store.get(), form);
    }

    private <T> Optional<T> byId(UUID id, RecordStore store, WholeForm<T> form) throws IOException {
        long begun = id.getMostSignificantBits() >>> Short.SIZE;
        Optional<T> found = byId(id, begun - SOON.toMillis(), store, form, false);
        return found.isPresent() ? found : byId(id, begun - LATE.toMillis(), store, form, true);
    }

    /** An exchange may be older than its id, which it gets when code first asks for the transaction. */
    private <T> Optional<T> byId(UUID id, long from, RecordStore store, WholeForm<T> form, boolean takesParts)
            throws IOException {
        try (Reading all = store.read(from, Long.MAX_VALUE)) {
            List<Row> rows = Search.byId(id.getMostSignificantBits(), id.getLeastSignificantBits(), all, bounds());
            if (rows.isEmpty() || !(takesParts || hasBeginning(rows))) return Optional.empty();
            return Optional.of(form.of(rows));
        }
    }

    /** The exchange is there, or code began the transaction, which then is in a state from its first row on. */
    private static boolean hasBeginning(List<Row> rows) throws DamagedBlockException {
        for (Row row : rows) {
            if (!row.is(RowFlags.ADDITION) || !row.text(Columns.STATE).isEmpty()) return true;
        }
        return false;
    }

    private static <T> T made(Form<T> form, Row row) {
        try {
            return form.of(row);
        } catch (IOException e) {
            throw new UnreadableRow(e);
        }
    }

    private Search search(String only, SearchParameters asked) {
        try {
            Query query = Query.parse(only, clock.millis()).and(Query.parse(orEmpty(asked.q()), clock.millis()));
            return wanted(Search.of(query), asked);
        } catch (QueryException e) {
            throw bad("q", String.valueOf(e.getMessage()));
        }
    }

    private static Search wanted(Search all, SearchParameters asked) {
        Search search = all.limit(limit(asked));
        if (asked.from() != null || asked.to() != null) {
            search = search.between(time("from", asked.from(), 0), time("to", asked.to(), Long.MAX_VALUE));
        }
        search = sorted(search, asked);
        if (Boolean.TRUE.equals(asked.count())) search = search.total();
        if (asked.facets() != null) search = counting(search, asked);
        if (asked.histogram() != null) {
            if (asked.histogram() < 1) throw bad("histogram", "is not above 0");
            search = search.histogram(asked.histogram());
        }
        return Boolean.TRUE.equals(asked.latencies()) ? search.latencies() : search;
    }

    private static Search sorted(Search all, SearchParameters asked) {
        Search search = all;
        try {
            if (asked.sort() != null) search = search.sort(Sort.parse(asked.sort()));
        } catch (QueryException e) {
            throw bad("sort", String.valueOf(e.getMessage()));
        }
        try {
            return asked.cursor() == null ? search : search.after(asked.cursor());
        } catch (QueryException e) {
            throw bad("cursor", String.valueOf(e.getMessage()));
        }
    }

    private static Search counting(Search search, SearchParameters asked) {
        List<String> fields = Arrays.stream(orEmpty(asked.facets()).split(","))
                .map(String::strip)
                .filter(field -> !field.isEmpty())
                .toList();
        try {
            return search.facets(fields, asked.top() == null ? DEFAULT_TOP : asked.top());
        } catch (QueryException e) {
            throw bad("facets", String.valueOf(e.getMessage()));
        }
    }

    private static int limit(SearchParameters asked) {
        int limit = asked.limit() == null ? DEFAULT_LIMIT : asked.limit();
        if (limit < 0 || limit > MOST_LIMIT) throw bad("limit", "is not in 0 to " + MOST_LIMIT);
        return limit;
    }

    private static long time(String name, @Nullable String text, long otherwise) {
        if (text == null) return otherwise;
        try {
            return text.matches("\\d{1,18}")
                    ? Long.parseLong(text)
                    : Instant.parse(text).toEpochMilli();
        } catch (DateTimeException | ArithmeticException e) {
            throw bad(name, "is no time such as 2026-01-31T12:00:00Z, nor milliseconds since 1970");
        }
    }

    private static String orEmpty(@Nullable String text) {
        return text == null ? "" : text;
    }

    private static ProblemException bad(String parameter, String detail) {
        return ProblemType.BAD_REQUEST
                .because("The search cannot be understood")
                .at(List.of(new Problem.BadValue(parameter, detail)))
                .exception();
    }

    private static ProblemException tooSlow() {
        return ProblemType.UNAVAILABLE
                .because("Sealing has not taken up what was answered; try again later, or without wait")
                .header("Retry-After", "1")
                .exception();
    }

    private Turn turn() throws InterruptedException {
        if (!records.searches().tryAcquire(TURN_TIME.toMillis(), TimeUnit.MILLISECONDS)) {
            throw ProblemType.UNAVAILABLE
                    .because("There are " + Records.SEARCHES_AT_ONCE + " searches already; try again later")
                    .header("Retry-After", "1")
                    .exception();
        }
        return records.searches()::release;
    }

    private interface Turn extends AutoCloseable {
        @Override
        void close();
    }

    private SearchBounds bounds() {
        AtomicBoolean gone = new AtomicBoolean();
        Request.current().ifPresent(request -> request.whenOver(() -> gone.set(true)));
        return new SearchBounds(MOST_TIME, gone::get, records.pace());
    }

    private static <T> Found<T> nothing(SearchParameters asked) {
        SearchResult none = new SearchResult(
                0,
                Optional.empty(),
                Boolean.TRUE.equals(asked.count()) ? OptionalLong.of(0) : OptionalLong.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                SearchResult.End.COMPLETE,
                Long.MIN_VALUE,
                0,
                List.of());
        return found(none, List.of());
    }

    private static <T> Found<T> found(SearchResult result, List<T> items) {
        return new Found<>(
                items,
                result.next(),
                result.total(),
                result.facets().isEmpty() ? Optional.empty() : Optional.of(facets(result)),
                result.histogram().map(RecordSearch::histogram),
                result.latencies().map(it -> new Found.Latencies(it.count(), it.p50(), it.p90(), it.p99(), it.most())),
                result.isComplete() ? Optional.empty() : Optional.of(why(result)),
                result.end() == SearchResult.End.COMPLETE || result.lookedBackTo() == Long.MAX_VALUE
                        ? Optional.empty()
                        : Optional.of(
                                Instant.ofEpochMilli(result.lookedBackTo()).toString()));
    }

    private static String why(SearchResult result) {
        return switch (result.end()) {
            case COMPLETE -> String.join("; ", result.damaged());
            case TIME_LIMIT -> "the search ended after " + MOST_TIME.toSeconds() + " s";
            case CANCELLED -> "the search was cancelled";
        };
    }

    private static Map<String, Map<String, Long>> facets(SearchResult result) {
        Map<String, Map<String, Long>> facets = new LinkedHashMap<>();
        for (SearchResult.Facet facet : result.facets()) {
            Map<String, Long> counts = new LinkedHashMap<>();
            for (SearchResult.Count each : facet.values()) counts.put(each.value(), each.count());
            facets.put(facet.field(), counts);
        }
        return facets;
    }

    private static Map<String, Long> histogram(SearchResult.Histogram histogram) {
        Map<String, Long> counts = new LinkedHashMap<>();
        histogram
                .counts()
                .forEach(
                        (begin, count) -> counts.put(Instant.ofEpochMilli(begin).toString(), count));
        return counts;
    }

    /** Carries a damage through a consumer. */
    private static final class UnreadableRow extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final transient IOException why;

        UnreadableRow(IOException why) {
            super(why);
            this.why = why;
        }
    }
}
