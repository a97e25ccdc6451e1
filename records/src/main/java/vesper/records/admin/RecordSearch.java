package vesper.records.admin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import vesper.http.Request;
import vesper.records.blocks.DamagedBlockException;
import vesper.records.rows.Columns;
import vesper.records.rows.RowFlags;
import vesper.records.search.Row;
import vesper.records.search.RowCopy;
import vesper.records.search.Search;
import vesper.records.search.SearchBounds;
import vesper.records.search.SearchResult;
import vesper.records.store.RecordStore;
import vesper.records.store.StoreRead;
import vesper.rest.Problem.BadValue;
import vesper.rest.ProblemException;
import vesper.rest.ProblemType;
import vesper.rest.StreamingBody;

/**
 * Runs searches for HTTP requests. A few run at once, each within a time limit, and a search ends when its client
 * leaves.
 */
final class RecordSearch {
    private static final Duration MOST_TIME = Duration.ofSeconds(30);
    /**
     * Largest usual distance from an exchange's start to the later timestamp in its transaction's id, and the largest
     * possible one. A lookup tries the first and then, for what is still missing, the second.
     */
    private static final Duration SOON = Duration.ofSeconds(10);

    private static final Duration LATE = Duration.ofDays(1);
    /** Memory limit for transactions that are completed in one batch for lines. */
    private static final long MOST_LINE_BYTES = 4 << 20;

    private final Records records;
    private final Clock clock;

    RecordSearch(Records records, Clock clock) {
        this.records = records;
        this.clock = clock;
    }

    /** Converts a row to the item that is sent. */
    interface Form<T> {
        T of(Row row) throws IOException;
    }

    /**
     * Converts all rows of a transaction to the item that is sent.
     *
     * @param <T> type of the item
     */
    interface WholeForm<T> {
        /**
         * Converts the rows.
         *
         * @param damaged descriptions of unreadable places that may have held more of the rows
         */
        T of(List<RowCopy> rows, List<String> damaged) throws DamagedBlockException;
    }

    /**
     * Runs a search.
     *
     * @param only a query that restricts what is searched
     * @param given names of all parameters in the request
     * @throws ProblemException if the request is invalid, or too many searches run
     */
    <T> RecordPage<T> search(String only, SearchParameters asked, Collection<String> given, Form<T> form)
            throws IOException, InterruptedException {
        return search(only, asked, given, form, null);
    }

    /**
     * Runs a search for a request that does more than search.
     *
     * @param bad errors in the rest of the request, reported together with those in the search
     */
    <T> RecordPage<T> searchBeside(List<BadValue> bad, String only, SearchParameters asked, Form<T> form)
            throws IOException, InterruptedException {
        return search(only, new SearchBuilder(asked, clock.millis()).withErrors(bad), form, null);
    }

    /**
     * Runs a search whose hits may be completed to whole transactions.
     *
     * @param whole converts the transaction that a hit was added to by code, because the addition alone does not show
     *     it; null to send hits as they are
     */
    <T> RecordPage<T> search(
            String only, SearchParameters asked, Collection<String> given, Form<T> form, @Nullable WholeForm<T> whole)
            throws IOException, InterruptedException {
        return search(only, new SearchBuilder(asked, clock.millis()).checkNames(given), form, whole);
    }

    private <T> RecordPage<T> search(String only, SearchBuilder understood, Form<T> form, @Nullable WholeForm<T> whole)
            throws IOException, InterruptedException {
        Search search = understood.within(only);
        Optional<RecordStore> store = records.store();
        if (store.isEmpty()) return nothing(understood.counts());
        if (understood.waits() && !store.get().awaitTakenUp(MOST_TIME)) throw tooSlow();
        PageBytes page = records.page();
        Optional<Request> asking = Request.current();
        asking.ifPresent(request -> request.whenOver(page::giveBack));
        try (SearchPermit _ = records.searches().take()) {
            List<HitItem<T>> hits = new ArrayList<>();
            SearchResult result;
            try (StoreRead rows = store.get().read(search.earliest(), search.latest())) {
                result = search.runWhile(
                        rows,
                        row -> {
                            T item = form.of(row);
                            int bytes = records.json(item).length;
                            hits.add(new HitItem<>(item, bytes, row.cursor(), whole == null ? null : partOf(row)));
                            return page.take(bytes);
                        },
                        bounds());
            }
            List<String> missing = new ArrayList<>();
            List<T> items = whole == null
                    ? hits.stream().map(HitItem::item).toList()
                    : wholes(hits, whole, page, store.get(), missing);
            boolean isCut = items.size() < hits.size();
            Optional<String> next =
                    isCut ? Optional.of(hits.get(items.size() - 1).cursor()) : result.next();
            return found(result, items, next, missing);
        } finally {
            if (asking.isEmpty()) page.giveBack();
        }
    }

    /** Returns the id of the transaction to which code added this row; null if the row is the transaction itself. */
    private static @Nullable UUID partOf(Row row) throws IOException {
        if (!row.is(RowFlags.ADDITION)) return null;
        return new UUID(row.number(Columns.ID_HIGH), row.number(Columns.ID_LOW));
    }

    /** Completes as many of the first hits as the page has room for, at least one. */
    private <T> List<T> wholes(
            List<HitItem<T>> hits, WholeForm<T> whole, PageBytes page, RecordStore store, List<String> missing) {
        List<T> items = wholes(hits, whole, page.mostBytes(), store, bounds(), missing);
        long bytes = 0;
        for (int i = 0; i < items.size(); i++) {
            boolean isSame = hits.get(i).item().equals(items.get(i));
            int now = isSame ? hits.get(i).bytes() : records.json(items.get(i)).length;
            bytes += now;
            if (bytes >= page.mostBytes() || !page.takeMore(now - hits.get(i).bytes())) return items.subList(0, i + 1);
        }
        return items;
    }

    /**
     * Replaces hits that are additions by their transactions, which are looked up together. Returns only the first
     * items, at least one, if all would take too much memory.
     *
     * @param missing receives the reasons why some items may be incomplete
     */
    private <T> List<T> wholes(
            List<HitItem<T>> hits,
            WholeForm<T> whole,
            long mostBytes,
            RecordStore store,
            SearchBounds bounds,
            List<String> missing) {
        SequencedSet<UUID> parts = new LinkedHashSet<>();
        for (HitItem<T> hit : hits) if (hit.partOf() != null) parts.add(hit.partOf());
        GatheredRows gathered = new GatheredRows(parts, mostBytes);
        List<String> damaged = new ArrayList<>();
        try {
            damaged.addAll(gather(gathered, store, bounds));
        } catch (IOException e) {
            missing.add("what else was said of transactions is missing: " + e.getMessage());
        }
        List<T> items = new ArrayList<>();
        for (HitItem<T> hit : hits) {
            UUID id = hit.partOf();
            if (id != null && !gathered.has(id) && !items.isEmpty()) return items;
            items.add(id == null ? hit.item() : whole(hit.item(), gathered.of(id), damaged, whole, missing));
        }
        return items;
    }

    private static <T> T whole(
            T part, List<RowCopy> rows, List<String> damaged, WholeForm<T> whole, List<String> missing) {
        if (rows.isEmpty()) return part;
        try {
            return whole.of(rows, damaged);
        } catch (DamagedBlockException e) {
            missing.add(String.valueOf(e.getMessage()));
            return part;
        }
    }

    /**
     * Collects the rows of transactions.
     *
     * @return descriptions of unreadable places that may have held more rows
     */
    private static List<String> gather(GatheredRows gathered, RecordStore store, SearchBounds bounds)
            throws IOException {
        List<String> damaged = gather(gathered, gathered.ids(), SOON, store, bounds);
        Set<UUID> parts = gathered.takeOutParts();
        return parts.isEmpty() ? damaged : gather(gathered, parts, LATE, store, bounds);
    }

    /**
     * Collects rows from some time before the oldest id on. An exchange may be older than its id, which is assigned
     * when code first uses the transaction.
     */
    private static List<String> gather(
            GatheredRows gathered, Set<UUID> ids, Duration before, RecordStore store, SearchBounds bounds)
            throws IOException {
        OptionalLong first = ids.stream()
                .mapToLong(id -> id.getMostSignificantBits() >>> Short.SIZE)
                .min();
        if (first.isEmpty()) return List.of();
        try (StoreRead all = store.read(first.getAsLong() - before.toMillis(), Long.MAX_VALUE)) {
            return Search.byIds(ids, all, bounds, gathered::add);
        }
    }

    /**
     * Like {@link #search}, but sends each hit as a line of JSON as soon as it is found.
     *
     * @throws ProblemException also if parameters are given that lines do not support
     */
    <T> StreamingBody lines(
            String only, SearchParameters asked, Collection<String> given, Form<T> form, @Nullable WholeForm<T> whole)
            throws IOException, InterruptedException {
        SearchBuilder understood =
                new SearchBuilder(asked, clock.millis()).checkNames(given).asLines();
        Search search = understood.within(only);
        Optional<RecordStore> store = records.store();
        if (store.isEmpty()) return _ -> {};
        if (understood.waits() && !store.get().awaitTakenUp(MOST_TIME)) throw tooSlow();
        // Acquired before the response starts, while an error status can still be sent.
        SearchPermit permit = records.searches().takeForLines();
        // Released at the end of the exchange, however it ends.
        Request.current().ifPresent(request -> request.whenOver(permit::close));
        return new HitLines(permit, (lines, isCancelled) -> {
            SearchBounds bounds = new SearchBounds(MOST_TIME, isCancelled, records.pace());
            List<String> missing = new ArrayList<>();
            PendingLines<T> pending =
                    new PendingLines<>(hits -> write(hits, whole, store.get(), bounds, missing, lines));
            try (StoreRead rows = store.get().read(search.earliest(), search.latest())) {
                SearchResult result = search.run(
                        pending.between(rows),
                        row -> pending.add(new HitItem<>(form.of(row), 0, "", whole == null ? null : partOf(row))),
                        bounds);
                pending.write();
                return result.isComplete() && missing.isEmpty() ? null : why(result, missing);
            }
        });
    }

    private <T> void write(
            List<HitItem<T>> hits,
            @Nullable WholeForm<T> whole,
            RecordStore store,
            SearchBounds bounds,
            List<String> missing,
            HitLines.Lines lines) {
        List<HitItem<T>> left = hits;
        while (!left.isEmpty()) {
            List<T> items = whole == null
                    ? left.stream().map(HitItem::item).toList()
                    : wholes(left, whole, MOST_LINE_BYTES, store, bounds, missing);
            for (T item : items) add(lines, records.json(item));
            left = left.subList(items.size(), left.size());
        }
    }

    /**
     * Returns the item with an id, or empty if it does not exist.
     *
     * @throws ProblemException if the item cannot be read
     */
    <T> Optional<T> byId(UUID id, WholeForm<T> form) throws IOException, InterruptedException {
        Optional<RecordStore> store = records.store();
        if (store.isEmpty()) return Optional.empty();
        try (SearchPermit _ = records.searches().take()) {
            GatheredRows gathered = new GatheredRows(List.of(id), Long.MAX_VALUE);
            List<String> damaged = gather(gathered, store.get(), bounds());
            List<RowCopy> rows = gathered.of(id);
            if (rows.isEmpty() && !damaged.isEmpty()) throw unreadable(id, damaged);
            return rows.isEmpty() ? Optional.empty() : Optional.of(form.of(rows, damaged));
        } catch (DamagedBlockException e) {
            throw unreadable(id, List.of(String.valueOf(e.getMessage())));
        }
    }

    private static void add(HitLines.Lines lines, byte[] line) {
        try {
            lines.add(line);
        } catch (IOException e) {
            // Unchecked, because the search treats an IOException as damage to this row and would skip it.
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

    private static <T> RecordPage<T> nothing(boolean counts) {
        SearchResult none = new SearchResult(
                0,
                Optional.empty(),
                counts ? OptionalLong.of(0) : OptionalLong.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                SearchResult.End.COMPLETE,
                Long.MIN_VALUE,
                List.of());
        return found(none, List.of(), Optional.empty(), List.of());
    }

    /**
     * Builds the result.
     *
     * @param missing reasons why some items may be incomplete
     */
    private static <T> RecordPage<T> found(
            SearchResult result, List<T> items, Optional<String> next, List<String> missing) {
        List<String> cut = result.facets().stream()
                .filter(SearchResult.Facet::isCut)
                .map(SearchResult.Facet::field)
                .toList();
        return new RecordPage<>(
                items,
                next,
                result.total(),
                result.facets().isEmpty() ? Optional.empty() : Optional.of(facets(result)),
                cut.isEmpty() ? Optional.empty() : Optional.of(cut),
                result.histogram().map(RecordSearch::histogram),
                result.latencies().map(RecordSearch::latencies),
                result.isComplete() && missing.isEmpty() ? Optional.empty() : Optional.of(why(result, missing)),
                result.end() == SearchResult.End.COMPLETE || result.lookedBackTo() == Long.MAX_VALUE
                        ? Optional.empty()
                        : Optional.of(
                                Instant.ofEpochMilli(result.lookedBackTo()).toString()));
    }

    private static RecordPage.Latencies latencies(SearchResult.Latencies of) {
        List<RecordPage.Bucket> buckets = of.spans().stream()
                .map(span -> new RecordPage.Bucket(span.above(), span.upTo(), span.count()))
                .toList();
        return new RecordPage.Latencies(of.count(), of.p50(), of.p90(), of.p99(), of.most(), buckets);
    }

    private static String why(SearchResult result, List<String> missing) {
        List<String> all = new ArrayList<>();
        switch (result.end()) {
            case COMPLETE -> {}
            case TIME_LIMIT -> all.add("the search ended after " + MOST_TIME.toSeconds() + " s");
            case CANCELLED -> all.add("the search was cancelled");
        }
        all.addAll(result.damaged());
        all.addAll(missing);
        return String.join("; ", all);
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
