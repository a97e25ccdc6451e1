package vesper.rest.multipart;

import vesper.http.HeapShare;

/**
 * What an upload may be; beyond, it is refused with 413, and with 503 where only others are in the way.
 *
 * @param parts most parts of one upload
 * @param partHeaderBytes largest header section of a part
 * @param partBytes largest content of a part
 * @param totalBytes largest upload, headers and delimiters included; the server's limit of a body holds beside it
 * @param fileNameLength longest name of a file, in characters
 * @param diskBytes most that all uploads at once may take on disk
 */
public record UploadLimits(
        int parts, int partHeaderBytes, long partBytes, long totalBytes, int fileNameLength, long diskBytes) {
    /** What all uploads together may hold in memory; then small parts go to disk as well. */
    public static final HeapShare IN_MEMORY = new HeapShare(1);

    /** What holds where nothing else is said. */
    public static final UploadLimits DEFAULTS = new UploadLimits(100, 8 << 10, 10 << 20, 10 << 20, 255, 1 << 30);

    public UploadLimits {
        check("parts", parts);
        check("partHeaderBytes", partHeaderBytes);
        check("partBytes", partBytes);
        check("totalBytes", totalBytes);
        check("fileNameLength", fileNameLength);
        check("diskBytes", diskBytes);
    }

    private static void check(String name, long value) {
        if (value < 1) throw new IllegalArgumentException(name + " of " + value + " is below 1");
    }
}
