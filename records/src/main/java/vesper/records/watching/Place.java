package vesper.records.watching;

import vesper.journal.Position;

/**
 * Up to where a journal's records were told.
 *
 * @param position of the first that was not, or where it will be
 * @param sequence of that entry, or {@link #UNKNOWN}
 */
record Place(long position, long sequence) {
    static final long UNKNOWN = 0;
    static final Place BEGINNING = new Place(Position.BEGINNING, UNKNOWN);
}
