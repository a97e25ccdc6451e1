package vesper.http.content;

import vesper.http.HeapShare;

/**
 * How content is coded.
 *
 * @param compresses whether answers are compressed at all
 * @param level 1 is fast, 9 makes them smallest
 * @param fromBytes smaller answers are sent as they are
 * @param bodyBytes largest request content once it is inflated, else 413
 * @param inflationRatio how many times as large as it came a request's content may become, beyond its first 64 KiB
 */
public record ContentSettings(boolean compresses, int level, int fromBytes, long bodyBytes, int inflationRatio) {
    public static final int HIGHEST_LEVEL = 9;
    /** What was inflated and is held whole. */
    public static final HeapShare INFLATED = new HeapShare(2);

    public static final ContentSettings DEFAULTS = new ContentSettings(true, 5, 1 << 10, 10 << 20, 100);

    public ContentSettings {
        if (level < 1 || level > HIGHEST_LEVEL) throw new IllegalArgumentException("no level: " + level);
        if (fromBytes < 1) throw new IllegalArgumentException("fromBytes " + fromBytes + " is below 1");
        if (bodyBytes < 1) throw new IllegalArgumentException("bodyBytes " + bodyBytes + " is below 1");
        if (inflationRatio < 1) throw new IllegalArgumentException("inflationRatio " + inflationRatio + " is below 1");
    }
}
