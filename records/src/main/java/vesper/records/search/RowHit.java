package vesper.records.search;

/** A matching row and its position in the sort order. */
record RowHit(HitPosition position, BatchView batch, int row) {}
