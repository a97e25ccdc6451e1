package vesper.documents.positions;

/**
 * What is known of a collection as a whole.
 *
 * @param newestSequence the highest one that is in the view
 * @param count of documents that are there
 * @param liveBytes what their kept versions take in the journal
 * @param goneSequence changes up to this one are not in the journal any more
 */
public record CollectionFigures(long newestSequence, long count, long liveBytes, long goneSequence) {
    public static final CollectionFigures NONE = new CollectionFigures(0, 0, 0, 0);

    public CollectionFigures withLiveBytes(long bytes) {
        return new CollectionFigures(newestSequence, count, bytes, goneSequence);
    }
}
