package vesper.documents.positions;

/**
 * One version and its position in the journal.
 *
 * @param action a code of the caller's
 * @param sizeBytes size of the version in the journal
 */
public record VersionPlace(long version, long position, long atMillis, int action, int sizeBytes) {
    public VersionPlace movedTo(long other) {
        return new VersionPlace(version, other, atMillis, action, sizeBytes);
    }
}
