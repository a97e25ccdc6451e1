package vesper.records.blocks;

/**
 * A column of a schema.
 *
 * @param id the number that identifies the column on disk, 1 to 255; the number of a removed column is never reused
 */
public record Column(int id, String name, ColumnKind kind) {
    public Column {
        if (id < 1 || id > 255) throw new IllegalArgumentException("column id " + id + " is not in 1 to 255");
    }
}
