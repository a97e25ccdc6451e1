package vesper.records.watching;

import vesper.journal.Position;

/**
 * A place in a journal from which delivery resumes.
 *
 * @param position of the first entry that is not delivered yet, or of the next one to be appended
 * @param sequence of that entry, or {@link #UNKNOWN}
 */
record JournalPlace(long position, long sequence) {
    static final long UNKNOWN = 0;
    static final JournalPlace BEGINNING = new JournalPlace(Position.START, UNKNOWN);
}
