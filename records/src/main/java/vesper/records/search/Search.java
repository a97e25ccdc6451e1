package vesper.records.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import vesper.records.blocks.Batch;
import vesper.records.blocks.Column;
import vesper.records.blocks.DamagedBlockException;
import vesper.records.rows.Columns;

/**
 * A search: a query together with the hits and statistics to return. Hits are ordered newest first or by any column; a
 * hit is delivered during the search as soon as its place is certain. Immutable; each method returns a new instance.
 *
 * <p>If several additions to a transaction match, one hit represents them all and the transaction is counted once. In
 * orders other than by time, it may appear on two pages.
 */
public final class Search {
    /** Maximum number of hits of a page. */
    public static final int MOST_HITS = 10_000;

    private static final int MOST_FACETS = 16;
    private static final int MOST_FACET_VALUES = 1000;

    private final SearchOptions options;

    private Search(SearchOptions options) {
        this.options = options;
    }

    /** Returns a search for the newest 100 matches. */
    public static Search of(Query query) {
        return new Search(new SearchOptions(query, 100, Sort.NEWEST_FIRST, null, false, List.of(), 10, 0, false));
    }

    /**
     * Finds all rows with any of these ids in one pass.
     *
     * @param rows receives each row; rows of one batch come newest first
     * @return descriptions of unreadable data, which may have contained more rows
     * @throws IOException if the time limit was reached
     */
    public static List<String> byIds(Collection<UUID> ids, Batches batches, SearchBounds bounds, Consumer<RowCopy> rows)
            throws IOException {
        if (ids.isEmpty()) return List.of();
        Damages damages = new Damages();
        List<Clause> each = new ArrayList<>();
        for (UUID id : ids)
            each.add(new Clause.Id(
                    Columns.ID_HIGH, Columns.ID_LOW, id.getMostSignificantBits(), id.getLeastSignificantBits()));
        StopCheck stop = bounds.start();
        var evaluation = new Evaluation(new Clause.Or(each), stop);
        try {
            while (takeNext(batches, evaluation, rows, damages)) {
                stop.checkIfDue();
                bounds.pace().pause();
            }
        } catch (SearchStoppedException stopped) {
            throw new IOException("the search by ids ended early: " + stopped.end(), stopped);
        }
        return damages.named();
    }

    /**
     * Searches the next batch.
     *
     * @return whether there was another batch
     */
    private static boolean takeNext(Batches batches, Evaluation evaluation, Consumer<RowCopy> rows, Damages damages)
            throws SearchStoppedException {
        try {
            Batch batch = batches.next();
            if (batch == null) return false;
            var view = new BatchView(batch);
            take(view, evaluation, rows);
            view.release();
        } catch (IOException unreadable) {
            damages.add(unreadable);
        } catch (InternalError late) {
            damages.add(late);
        }
        return true;
    }

    private static void take(BatchView batch, Evaluation evaluation, Consumer<RowCopy> rows)
            throws DamagedBlockException, SearchStoppedException {
        if (evaluation.estimate(batch) == Likelihood.NONE) return;
        BitSet found = evaluation.matches(batch, Evaluation.all(batch));
        for (int row = found.length() - 1; row >= 0; row = found.previousSetBit(row - 1)) {
            rows.accept(RowCopy.of(new Row(batch, row)));
        }
    }

    /**
     * Sets the maximum number of hits.
     *
     * @param hits 0 to {@value #MOST_HITS}; 0 if only statistics are wanted
     */
    public Search limit(int hits) {
        if (hits < 0 || hits > MOST_HITS) throw new IllegalArgumentException("limit " + hits);
        return new Search(options.withLimit(hits));
    }

    /** Sets the order. Discards the cursor, which is valid for one order only. */
    public Search sort(Sort sort) {
        return new Search(options.withSort(sort));
    }

    /**
     * Sets the cursor after which the page starts.
     *
     * @param cursor {@link SearchResult#next} of the previous page, in the same order
     */
    public Search after(String cursor) throws QueryException {
        return new Search(options.withCursor(HitPosition.decode(cursor, options.sort())));
    }

    /**
     * Restricts the search to times from the first bound, included, to the second one, excluded, in milliseconds since
     * 1970.
     */
    public Search between(long fromMillis, long beforeMillis) {
        var time = new Clause.Numbers(Columns.TIME, fromMillis, beforeMillis - 1);
        return new Search(options.withQuery(options.query().and(new Query(time))));
    }

    /** Requests the total number of matches, for which every candidate must be read. */
    public Search total() {
        return new Search(options.withTotal());
    }

    /**
     * Requests the most frequent values of these fields among all matches.
     *
     * @param top number of values for each field, 1 to {@value #MOST_FACET_VALUES}
     */
    public Search facets(List<String> fields, int top) throws QueryException {
        if (fields.size() > MOST_FACETS) throw new QueryException(0, "more than 16 facets");
        if (top < 1 || top > MOST_FACET_VALUES) throw new QueryException(0, "facets have 1 to 1000 values each");
        for (String field : fields) facetColumn(field);
        return new Search(options.withFacets(List.copyOf(fields), top));
    }

    /** Requests the number of matches over time. */
    public Search histogram(long bucketMillis) {
        if (bucketMillis < 1) throw new IllegalArgumentException("buckets of " + bucketMillis + " ms");
        return new Search(options.withBuckets(bucketMillis));
    }

    /** Requests the latencies of all matches. */
    public Search latencies() {
        return new Search(options.withLatencies());
    }

    /** Returns a lower bound for the time of matching rows. */
    public long earliest() {
        return options.query().earliest();
    }

    /** Returns an upper bound for the time of matching rows. */
    public long latest() {
        return options.query().latest();
    }

    /**
     * Runs the search on the calling thread.
     *
     * @param hits receives each hit in order
     */
    public SearchResult run(Batches batches, Hits hits, SearchBounds bounds) {
        return runWhile(
                batches,
                row -> {
                    hits.take(row);
                    return true;
                },
                bounds);
    }

    /**
     * Runs the search on the calling thread. The receiver may end the page before its limit.
     *
     * @param hits receives each hit in order and returns whether to continue
     */
    public SearchResult runWhile(Batches batches, HitsWhile hits, SearchBounds bounds) {
        return new SearchRun(options, hits, bounds).run(batches);
    }

    static Column facetColumn(String field) throws QueryException {
        if (Kinds.isField(field)) return Columns.METHOD;
        Optional<Column> column = Fields.column(field);
        boolean isCountable = column.isPresent()
                && FieldNames.COUNTED.stream().anyMatch(FieldNames.ofColumn(field)::equalsIgnoreCase);
        if (isCountable) return column.get();
        throw new QueryException(
                0, "the values of '" + field + "' are not counted" + FieldNames.oneOf(field, FieldNames.COUNTED));
    }

    /** @param bucketMillis 0 for no histogram */
    record SearchOptions(
            Query query,
            int limit,
            Sort sort,
            @Nullable HitPosition cursor,
            boolean total,
            List<String> facets,
            int facetTop,
            long bucketMillis,
            boolean latencies) {

        /** Checks whether all matches must be visited, not only the first hits. */
        boolean counts() {
            return total || !facets.isEmpty() || bucketMillis > 0 || latencies;
        }

        SearchOptions withQuery(Query other) {
            return new SearchOptions(other, limit, sort, cursor, total, facets, facetTop, bucketMillis, latencies);
        }

        SearchOptions withLimit(int other) {
            return new SearchOptions(query, other, sort, cursor, total, facets, facetTop, bucketMillis, latencies);
        }

        SearchOptions withSort(Sort other) {
            return new SearchOptions(query, limit, other, null, total, facets, facetTop, bucketMillis, latencies);
        }

        SearchOptions withCursor(HitPosition other) {
            return new SearchOptions(query, limit, sort, other, total, facets, facetTop, bucketMillis, latencies);
        }

        SearchOptions withTotal() {
            return new SearchOptions(query, limit, sort, cursor, true, facets, facetTop, bucketMillis, latencies);
        }

        SearchOptions withFacets(List<String> others, int top) {
            return new SearchOptions(query, limit, sort, cursor, total, others, top, bucketMillis, latencies);
        }

        SearchOptions withBuckets(long millis) {
            return new SearchOptions(query, limit, sort, cursor, total, facets, facetTop, millis, latencies);
        }

        SearchOptions withLatencies() {
            return new SearchOptions(query, limit, sort, cursor, total, facets, facetTop, bucketMillis, true);
        }
    }

    /** The statistics over all matches. */
    static final class Counts {
        private final List<FacetCounter> facets = new ArrayList<>();
        private final Optional<TimeCounter> times;
        private final Optional<LatencyCounter> latencies;
        private final SeenTransactions seen = new SeenTransactions();
        private long total;

        Counts(SearchOptions options) {
            for (String field : options.facets()) {
                boolean isKind = Kinds.isField(field);
                Column column = isKind ? Columns.METHOD : Fields.column(field).orElseThrow();
                UnaryOperator<String> names = isKind ? Kinds::ofMethod : UnaryOperator.identity();
                facets.add(new FacetCounter(field, column, names, options.facetTop()));
            }
            times = options.bucketMillis() > 0
                    ? Optional.of(new TimeCounter(options.bucketMillis()))
                    : Optional.empty();
            latencies = options.latencies() ? Optional.of(new LatencyCounter()) : Optional.empty();
        }

        void add(BatchView batch, BitSet matching) throws DamagedBlockException {
            BitSet rows = seen.withoutSeen(batch, matching);
            int count = rows.cardinality();
            if (count == 0) return;
            total += count;
            for (FacetCounter facet : facets) facet.add(batch, rows, count);
            if (times.isPresent()) times.get().add(batch, rows, count);
            if (latencies.isPresent()) latencies.get().add(batch, rows);
        }

        long total() {
            return total;
        }

        List<SearchResult.Facet> facets() {
            return facets.stream().map(FacetCounter::facet).toList();
        }

        Optional<SearchResult.Histogram> histogram() {
            return times.map(TimeCounter::histogram);
        }

        Optional<SearchResult.Latencies> latencies() {
            return latencies.map(LatencyCounter::latencies);
        }
    }
}
