package vesper.documents.queries;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Receives the rows of all matches and retains what a search returns of them: the first hits of a page, and groups. The
 * limits of both bound its memory. Used by one thread.
 */
final class HitCollector {
    private final Search search;
    private final Ranking ranking;
    private final @Nullable SortPosition after;
    private final @Nullable GroupCounter counter;
    /** The hits of the page and one more, which shows whether another page follows. The last in order is on top. */
    private final PriorityQueue<RankedHit> kept;

    private long total;

    private record RankedHit(SortPosition position, DocumentHit hit) {}

    HitCollector(Search search) {
        this.search = search;
        this.ranking = new Ranking(search.order());
        this.after = search.after().map(Cursor::position).orElse(null);
        this.counter = search.grouping().map(GroupCounter::new).orElse(null);
        this.kept = new PriorityQueue<>((one, other) -> ranking.compare(other.position(), one.position()));
    }

    void add(Row row) {
        total++;
        if (counter != null) counter.add(row);
        if (search.limit() == 0) return;
        if (after != null && ranking.compare(row, after) <= 0) return;
        RankedHit last = kept.peek();
        boolean isFull = kept.size() > search.limit();
        if (isFull && last != null && ranking.compare(row, last.position()) >= 0) return;
        if (isFull) kept.remove();
        kept.add(new RankedHit(
                SortPosition.of(row, ranking), new DocumentHit(row.id(), row.version(), row.storedAtMillis())));
    }

    /** Counts matches of which only the number is needed. */
    void count(long others) {
        total += others;
    }

    SearchResult result(Optional<SearchResult.End> end) {
        List<RankedHit> sorted = new ArrayList<>(kept);
        sorted.sort((one, other) -> ranking.compare(one.position(), other.position()));
        boolean isMore = sorted.size() > search.limit();
        List<RankedHit> page = isMore ? sorted.subList(0, search.limit()) : sorted;
        Optional<Cursor> next = isMore && end.isEmpty() && !page.isEmpty()
                ? Optional.of(new Cursor(search.order(), page.getLast().position()))
                : Optional.empty();
        return new SearchResult(
                page.stream().map(RankedHit::hit).toList(),
                next,
                total,
                counter == null ? Optional.empty() : Optional.of(counter.groups()),
                end.orElse(SearchResult.End.COMPLETE));
    }
}
