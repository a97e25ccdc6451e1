package vesper.records.search;

/** A matching row and its position in the sort order. */
record Hit(Position position, BatchView batch, int row) {}
