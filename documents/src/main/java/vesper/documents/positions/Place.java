package vesper.documents.positions;

/**
 * One version and its position in the journal.
 *
 * @param action a code of the caller's
 * @param sizeBytes size of the version in the journal
 */
public record Place(long version, long position, long atMillis, int action, int sizeBytes) {
    public Place movedTo(long other) {
        return new Place(version, other, atMillis, action, sizeBytes);
    }
}
