package vesper.records.search;

/** A row that matched, and where it belongs among the others. */
record Hit(Position position, BatchView batch, int row) {}
