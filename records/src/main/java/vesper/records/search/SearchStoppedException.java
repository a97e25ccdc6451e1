package vesper.records.search;

/** Thrown if a search is cancelled or reaches its time limit. */
final class SearchStoppedException extends Exception {
    private static final long serialVersionUID = 1;

    private final SearchResult.End end;

    SearchStoppedException(SearchResult.End end) {
        super(end.toString(), null, false, false);
        this.end = end;
    }

    SearchResult.End end() {
        return end;
    }
}
