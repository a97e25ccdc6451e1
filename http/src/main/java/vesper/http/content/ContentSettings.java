package vesper.http.content;

import vesper.http.HeapShare;

/**
 * Settings for content codings.
 *
 * @param compresses whether responses are compressed at all
 * @param level compression level from 1 (fast) to 9 (smallest)
 * @param fromBytes smaller responses are sent uncompressed
 * @param bodyBytes largest request content once inflated, else 413
 * @param inflationRatio largest ratio of inflated to received request content, applied beyond the first 64 KiB
 */
public record ContentSettings(boolean compresses, int level, int fromBytes, long bodyBytes, int inflationRatio) {
    public static final int HIGHEST_LEVEL = 9;
    /** Share for inflated content that is held as a whole. */
    public static final HeapShare INFLATED = new HeapShare(2);

    public static final ContentSettings DEFAULTS = new ContentSettings(true, 5, 1 << 10, 10 << 20, 100);

    public ContentSettings {
        if (level < 1 || level > HIGHEST_LEVEL) throw new IllegalArgumentException("no level: " + level);
        if (fromBytes < 1) throw new IllegalArgumentException("fromBytes " + fromBytes + " is below 1");
        if (bodyBytes < 1) throw new IllegalArgumentException("bodyBytes " + bodyBytes + " is below 1");
        if (inflationRatio < 1) throw new IllegalArgumentException("inflationRatio " + inflationRatio + " is below 1");
    }
}
