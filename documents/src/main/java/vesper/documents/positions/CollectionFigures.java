package vesper.documents.positions;

/**
 * The figures of a collection as a whole.
 *
 * @param newestSequence the highest sequence in the view
 * @param count number of existing documents
 * @param liveBytes bytes that their retained versions take in the journal
 * @param goneSequence changes up to this one are no longer in the journal
 */
public record CollectionFigures(long newestSequence, long count, long liveBytes, long goneSequence) {
    public static final CollectionFigures NONE = new CollectionFigures(0, 0, 0, 0);

    public CollectionFigures withLiveBytes(long bytes) {
        return new CollectionFigures(newestSequence, count, bytes, goneSequence);
    }
}
