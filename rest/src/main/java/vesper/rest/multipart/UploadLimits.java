package vesper.rest.multipart;

import vesper.http.HeapShare;

/**
 * Limits of an upload. One that exceeds a limit is rejected with 413; if the disk limit of all uploads is exceeded,
 * with 503.
 *
 * @param parts maximum number of parts
 * @param partHeaderBytes maximum size of a part's header section
 * @param partBytes maximum size of a part's content
 * @param totalBytes maximum size of an upload, including headers and delimiters; the server's limit for bodies applies
 *     as well
 * @param fileNameLength maximum length of a file name, in characters
 * @param diskBytes maximum disk space of all uploads at the same time
 */
public record UploadLimits(
        int parts, int partHeaderBytes, long partBytes, long totalBytes, int fileNameLength, long diskBytes) {
    /** The share of the heap for parts of all uploads. When it is used up, small parts are stored on disk as well. */
    public static final HeapShare IN_MEMORY = new HeapShare(1);

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
        if (value < 1) throw new IllegalArgumentException(name + " must be at least 1, was " + value);
    }
}
