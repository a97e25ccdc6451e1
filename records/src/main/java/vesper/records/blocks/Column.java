package vesper.records.blocks;

/**
 * One column of a schema.
 *
 * @param id names it on disk, 1 to 255; a column that is gone leaves its number unused
 */
public record Column(int id, String name, ColumnKind kind) {
    public Column {
        if (id < 1 || id > 255) throw new IllegalArgumentException("column id " + id + " is not in 1 to 255");
    }
}
