package vesper.records.search;

/** A search was told to end before it had seen everything. */
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
