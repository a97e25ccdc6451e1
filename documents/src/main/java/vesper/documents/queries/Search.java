package vesper.documents.queries;

import java.util.Iterator;
import java.util.Optional;

/**
 * A query and the options of its result. It is run by a {@link QueryIndex}, or over documents one by one.
 *
 * <pre>
 * Search.of(Query.parse("customer.name:smith", now)).in(Order.parse("-amount")).limit(20)
 * </pre>
 *
 * @param limit maximum number of hits, 0 to {@value #MOST_HITS}
 * @param after where the page starts; empty for the first page
 */
public record Search(Query query, Order order, int limit, Optional<Cursor> after, Optional<Grouping> grouping) {
    public static final int MOST_HITS = 1000;

    private static final int USUAL_LIMIT = 20;

    public Search {
        if (limit < 0 || limit > MOST_HITS) throw new IllegalArgumentException("invalid limit of hits: " + limit);
        if (after.isPresent() && !after.get().order().equals(order)) {
            throw new IllegalArgumentException("the cursor has another order");
        }
    }

    public static Search of(Query query) {
        return new Search(query, Order.BY_ID, USUAL_LIMIT, Optional.empty(), Optional.empty());
    }

    /** Sets the order and goes back to the first page. */
    public Search in(Order order) {
        return new Search(query, order, limit, Optional.empty(), grouping);
    }

    public Search limit(int limit) {
        return new Search(query, order, limit, after, grouping);
    }

    /** @param after of a page in the same order */
    public Search after(Cursor after) {
        return new Search(query, order, limit, Optional.of(after), grouping);
    }

    public Search groupBy(Grouping grouping) {
        return new Search(query, order, limit, after, Optional.of(grouping));
    }

    /** Returns whether only the number of matches is needed. */
    boolean isOfCountAlone() {
        return limit == 0 && grouping.isEmpty();
    }

    /** Runs the search over documents one by one. Each document may occur only once. */
    public SearchResult over(Iterator<SearchedDocument> documents, SearchBounds bounds) {
        StopCheck stop = bounds.start();
        DocumentMatch match = query.match();
        var writer = new RowWriter();
        var walk = new DocumentWalk(writer);
        var row = new Row();
        var hits = new HitCollector(this);
        while (documents.hasNext() && !stop.isOver()) {
            SearchedDocument document = documents.next();
            if (!match.test(document)) continue;
            writer.start(document);
            if (needsValues()) walk.show(document);
            hits.add(row.on(writer.bytes(), 0, writer.length()));
        }
        return hits.result(stop.end());
    }

    /** Returns whether the search needs values other than id, version and time. */
    private boolean needsValues() {
        return grouping.isPresent() || !order.keys().isEmpty();
    }
}
