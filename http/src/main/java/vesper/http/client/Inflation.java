package vesper.http.client;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.Locale;
import java.util.Objects;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import org.jspecify.annotations.Nullable;
import vesper.http.Headers;
import vesper.http.content.InflatingStream;

/**
 * Undoes gzip and deflate (RFC 9110, section 8.4.1) while it is read, and stops where more comes out than a sane sender
 * would have packed into what went in. Deflate without its zlib wrapper is understood too, since many send that.
 */
final class Inflation extends InputStream {
    /** So much may always come out. */
    private static final long FREE_BYTES = 64 << 10;

    private final Counted packed;
    private final boolean gzip;
    private final int ratio;
    private final long mostBytes;
    private final String about;
    private @Nullable InputStream unpacked;
    private long bytes;
    private boolean ended;

    private Inflation(InputStream packed, boolean gzip, int ratio, long mostBytes, String about) {
        this.packed = new Counted(packed);
        this.gzip = gzip;
        this.ratio = ratio;
        this.mostBytes = mostBytes;
        this.about = about;
    }

    /** Whether a body with these fields is packed in a way that can be undone. */
    static boolean isNeeded(Headers headers) {
        return headers.contains("Content-Encoding") && !coding(headers).isEmpty();
    }

    private static String coding(Headers headers) {
        String named = headers.combinedOrNull("Content-Encoding");
        return switch (named == null ? "" : named.trim().toLowerCase(Locale.ROOT)) {
            case "gzip", "x-gzip" -> "gzip";
            case "deflate" -> "deflate";
            default -> "";
        };
    }

    /**
     * The body as it was before.
     *
     * @param about the call, for messages
     */
    static InputStream of(InputStream packed, Headers headers, int ratio, long mostBytes, String about) {
        return new Inflation(packed, coding(headers).equals("gzip"), ratio, mostBytes, about);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int size) throws IOException {
        Objects.checkFromIndexSize(offset, size, target.length);
        if (size == 0) return 0;
        if (ended) return -1;
        try {
            int count = unpacked().read(target, offset, size);
            if (count < 0) ended = true;
            else grown(count);
            return count;
        } catch (IOException e) {
            // What went wrong below is not the packing's fault.
            if (e instanceof ClientException || packed.failed) throw e;
            throw new MalformedAnswerException(about + ": the answer cannot be decompressed, " + e.getMessage(), e);
        }
    }

    private void grown(int count) throws AnswerTooLargeException {
        bytes += count;
        if (bytes > mostBytes)
            throw new AnswerTooLargeException(
                    about + ": the body of the answer has, decompressed, more than the " + mostBytes
                            + " bytes that are taken",
                    null);
        if (bytes > FREE_BYTES && bytes / ratio > packed.count)
            throw new AnswerTooLargeException(
                    about + ": " + packed.count + " bytes of the answer became " + bytes + ", more than " + ratio
                            + " times as many",
                    null);
    }

    private InputStream unpacked() throws IOException {
        InputStream known = unpacked;
        if (known != null) return known;
        PushbackInputStream start = new PushbackInputStream(packed, 2);
        byte[] two = start.readNBytes(2);
        start.unread(two);
        // An empty body is nothing packed, whatever its fields say.
        known = two.length == 0
                ? InputStream.nullInputStream()
                : gzip ? InflatingStream.ofGzip(start) : inflate(start, two);
        unpacked = known;
        return known;
    }

    private static InputStream inflate(InputStream start, byte[] two) {
        boolean wrapped =
                two.length == 2 && (two[0] & 0x0f) == 8 && ((two[0] & 0xff) * 256 + (two[1] & 0xff)) % 31 == 0;
        if (wrapped) return new InflaterInputStream(start);
        return new InflaterInputStream(start, new Inflater(true)) {
            @Override
            public void close() throws IOException {
                super.close();
                inf.end();
            }
        };
    }

    @Override
    public void close() throws IOException {
        try {
            InputStream known = unpacked;
            if (known != null) known.close();
        } finally {
            packed.close();
        }
    }

    private static final class Counted extends FilterInputStream {
        private long count;
        private boolean failed;

        Counted(InputStream packed) {
            super(packed);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int size) throws IOException {
            failed = true;
            int read = super.read(target, offset, size);
            failed = false;
            if (read > 0) count += read;
            return read;
        }
    }
}
