package vesper.records.search;

/** Thrown if a query is invalid or not allowed. The message is meant for the author of the query. */
public final class QueryException extends Exception {
    private static final long serialVersionUID = 1;

    private final int column;

    /** @param column position of the error, counted from 1; 0 if it concerns the whole query */
    QueryException(int column, String what) {
        super(column == 0 ? what : "column " + column + ": " + what);
        this.column = column;
    }

    /** Returns the position of the error, counted from 1; 0 if it concerns the whole query. */
    public int column() {
        return column;
    }
}
