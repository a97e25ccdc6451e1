package vesper.documents.queries;

/** A query that cannot be understood, or that is refused. The message is for whoever wrote it. */
public final class QueryException extends Exception {
    private static final long serialVersionUID = 1;

    private final int column;

    /** @param column where it is, counted from 1; 0 where it is the whole */
    QueryException(int column, String what) {
        super(column == 0 ? what : "column " + column + ": " + what);
        this.column = column;
    }

    /** Where it is, counted from 1; 0 where it is the whole. */
    public int column() {
        return column;
    }
}
