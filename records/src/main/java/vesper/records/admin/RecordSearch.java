package vesper.records.admin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import vesper.http.Request;
import vesper.records.blocks.DamagedBlockException;
import vesper.records.rows.Columns;
import vesper.records.rows.RowFlags;
import vesper.records.search.Row;
import vesper.records.search.Search;
import vesper.records.search.SearchBounds;
import vesper.records.search.SearchResult;
import vesper.records.store.Reading;
import vesper.records.store.RecordStore;
import vesper.rest.ProblemException;
import vesper.rest.ProblemType;
import vesper.rest.StreamingBody;

/** Carries out searches that came over HTTP, a few at a time, each within a bounded time and ended when its client leaves. */
final class RecordSearch {
    private static final Duration MOST_TIME = Duration.ofSeconds(30);
    /** How long after an exchange began its transaction mostly has its id, and how long at most. */
    private static final Duration SOON = Duration.ofSeconds(10);

    private static final Duration LATE = Duration.ofDays(1);

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
     * @param given the names of all parameters that the request has
     * @throws ProblemException where the request makes no sense, or there are too many searches at once
     */
    <T> Found<T> search(String only, SearchParameters asked, Collection<String> given, Form<T> form)
            throws IOException, InterruptedException {
        Search search = new AskedSearch(asked, clock.millis()).given(given).within(only);
        Optional<RecordStore> store = records.store();
        if (store.isEmpty()) return nothing(asked);
        if (Boolean.TRUE.equals(asked.waits()) && !store.get().awaitTakenUp(MOST_TIME)) throw tooSlow();
        List<T> items = new ArrayList<>();
        PageBytes page = records.page();
        Optional<Request> asking = Request.current();
        asking.ifPresent(request -> request.whenOver(page::giveBack));
        try (SearchTurn _ = records.searches().take();
                Reading rows = store.get().read(search.earliest(), search.latest())) {
            SearchResult result = search.runWhile(
                    rows,
                    row -> {
                        T item = form.of(row);
                        items.add(item);
                        return page.take(records.json(item).length);
                    },
                    bounds());
            return found(result, items);
        } finally {
            if (asking.isEmpty()) page.giveBack();
        }
    }

    /**
     * As above, each hit as a line of JSON as soon as it is found.
     *
     * @throws ProblemException also where something is asked for that is no hit
     */
    <T> StreamingBody lines(String only, SearchParameters asked, Collection<String> given, Form<T> form)
            throws IOException, InterruptedException {
        Search search =
                new AskedSearch(asked, clock.millis()).given(given).asLines().within(only);
        Optional<RecordStore> store = records.store();
        if (store.isEmpty()) return _ -> {};
        if (Boolean.TRUE.equals(asked.waits()) && !store.get().awaitTakenUp(MOST_TIME)) throw tooSlow();
        // Before the answer begins, so that it can still be a refusal.
        SearchTurn turn = records.searches().takeForLines();
        // Whatever becomes of the answer.
        Request.current().ifPresent(request -> request.whenOver(turn::close));
        return new HitLines(turn, (lines, isCancelled) -> {
            SearchBounds bounds = new SearchBounds(MOST_TIME, isCancelled, records.pace());
            try (Reading rows = store.get().read(search.earliest(), search.latest())) {
                SearchResult result = search.run(rows, row -> add(lines, records.json(form.of(row))), bounds);
                return result.isComplete() ? null : why(result);
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
        try (SearchTurn _ = records.searches().take()) {
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
            Search.Rows looked = Search.byId(id.getMostSignificantBits(), id.getLeastSignificantBits(), all, bounds());
            List<Row> rows = looked.found();
            if (rows.isEmpty() && takesParts && !looked.damaged().isEmpty()) throw unreadable(id, looked.damaged());
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

    private static void add(HitLines.Lines lines, byte[] line) {
        try {
            lines.add(line);
        } catch (IOException e) {
            // Not the row's fault, which would be left out.
            throw new UncheckedIOException(e);
        }
    }

    private static ProblemException unreadable(UUID id, List<String> damaged) {
        return ProblemType.NOT_FOUND
                .because("There is no " + id + " in what can be read; damaged is " + String.join("; ", damaged))
                .exception();
    }

    private static ProblemException tooSlow() {
        return ProblemType.UNAVAILABLE
                .because("Sealing has not taken up what was answered; try again later, or without wait")
                .header("Retry-After", "1")
                .exception();
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
        String damaged = String.join("; ", result.damaged());
        String end = switch (result.end()) {
            case COMPLETE -> "";
            case TIME_LIMIT -> "the search ended after " + MOST_TIME.toSeconds() + " s";
            case CANCELLED -> "the search was cancelled";
        };
        return end.isEmpty() || damaged.isEmpty() ? end + damaged : end + "; " + damaged;
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
}
