package vesper.documents.queries;

/** A query that is not valid or not supported. The message is for its author. */
public final class QueryException extends Exception {
    private static final long serialVersionUID = 1;

    private final int column;

    /** @param column place of the error, counted from 1; 0 for the whole query */
    QueryException(int column, String what) {
        super(column == 0 ? what : "column " + column + ": " + what);
        this.column = column;
    }

    /** Returns the place of the error, counted from 1; 0 for the whole query. */
    public int column() {
        return column;
    }
}
