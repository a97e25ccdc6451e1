package vesper.records.store;

import vesper.journal.Journal;

/**
 * The part of a journal that is in no sealed block.
 *
 * @param from position of its first row
 */
record Tail(Journal journal, long from) {}
