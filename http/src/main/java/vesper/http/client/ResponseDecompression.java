package vesper.http.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.util.Locale;
import java.util.zip.Inflater;
import java.util.zip.InflaterInputStream;
import vesper.http.Headers;
import vesper.http.content.BoundedInflation;
import vesper.http.content.InflatingStream;

/**
 * Decompression of gzip and deflate (RFC 9110, section 8.4.1) while a response is read. It rejects output that is
 * larger in relation to its input than a sane sender would produce. It also accepts deflate without the zlib wrapper,
 * since many servers send that.
 */
final class ResponseDecompression {
    private ResponseDecompression() {}

    /** Returns whether a body with these fields has a coding that can be decoded. */
    static boolean isPacked(Headers headers) {
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
     * Returns the decoded body.
     *
     * @param about the call, for messages
     */
    static InputStream unpacked(InputStream packed, Headers headers, int ratio, long mostBytes, String about) {
        boolean gzip = coding(headers).equals("gzip");
        return BoundedInflation.of(packed, coded -> decoder(coded, gzip), ratio, mostBytes, new OfCall(about));
    }

    private static InputStream decoder(InputStream packed, boolean gzip) throws IOException {
        PushbackInputStream start = new PushbackInputStream(packed, 2);
        byte[] two = start.readNBytes(2);
        start.unread(two);
        // An empty body is not coded, even if its fields say so.
        if (two.length == 0) return InputStream.nullInputStream();
        return gzip ? InflatingStream.ofGzip(start) : inflate(start, two);
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

    /** An error in the coded content of a response fails its call. */
    private record OfCall(String about) implements BoundedInflation.Complaints {
        @Override
        public IOException tooLarge(long mostBytes) {
            return new ResponseTooLargeException(
                    about + ": the body of the answer has, decompressed, more than the " + mostBytes
                            + " bytes that are taken",
                    null);
        }

        @Override
        public IOException tooMuchFromTooLittle(long codedBytes, long inflatedBytes, int ratio) {
            return new ResponseTooLargeException(
                    about + ": " + codedBytes + " bytes of the answer became " + inflatedBytes + ", more than " + ratio
                            + " times as many",
                    null);
        }

        @Override
        public IOException broken(IOException cause) {
            return new MalformedResponseException(
                    about + ": the answer cannot be decompressed, " + cause.getMessage(), cause);
        }
    }
}
