package vesper.records.store;

import vesper.journal.Journal;

/**
 * What of a journal is in no sealed block.
 *
 * @param from the position of its first row
 */
record Tail(Journal journal, long from) {}
