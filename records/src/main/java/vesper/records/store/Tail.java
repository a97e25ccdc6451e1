package vesper.records.store;

import org.jspecify.annotations.Nullable;
import vesper.journal.Journal;
import vesper.records.blocks.Batch;

/**
 * What of a journal is in no sealed block.
 *
 * @param open the rows that were taken up already; null for none
 * @param from the position of the first row that was not
 */
record Tail(Journal journal, @Nullable Batch open, long from) {}
