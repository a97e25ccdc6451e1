package vesper.records.search;

import vesper.records.blocks.Column;
import vesper.records.blocks.ColumnKind;
import vesper.records.rows.Columns;

/** The order of hits: by a column, then by id. */
public record Sort(Column column, boolean isDescending) {
    public static final Sort NEWEST_FIRST = new Sort(Columns.TIME, true);

    /** Parses a field name such as {@code duration}. A leading minus means descending order. */
    public static Sort parse(String text) throws QueryException {
        boolean isDescending = text.startsWith("-");
        String field = isDescending ? text.substring(1) : text;
        Column column = Fields.column(field)
                .orElseThrow(() -> new QueryException(
                        0, "there is no sorting by '" + field + "'" + FieldNames.oneOf(field, FieldNames.SORTED)));
        return new Sort(column, isDescending);
    }

    boolean isNewestFirst() {
        return equals(NEWEST_FIRST);
    }

    boolean isByTime() {
        return column.equals(Columns.TIME);
    }

    boolean isByText() {
        return column.kind() == ColumnKind.TEXT;
    }
}
