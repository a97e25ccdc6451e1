package vesper.rest.multipart;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import vesper.http.RefusedException;

/**
 * Parses any bytes as an upload. The result must not depend on how the input is split: at once, byte by byte, and in
 * two pieces at a position given by the first byte. The parts are never larger than the input, and the content of a
 * part never contains a delimiter. The limits are small, so that inputs of a few hundred bytes reach them. Run by
 * {@code scripts/fuzz.sh}, replayed by {@link FuzzCorpusTest}.
 */
public final class MultipartFuzz {
    private static final UploadLimits LIMITS = new UploadLimits(3, 120, 64, 400, 12, 1);
    private static final Boundary[] BOUNDARIES = {new Boundary("X"), new Boundary("--"), new Boundary("aab aa")};

    private MultipartFuzz() {}

    /** A parsed part. */
    private record Read(PartHead head, String content) {}

    /** The result of parsing an upload. If it was rejected, includes the parts before the error. */
    private record Outcome(List<Read> parts, String refusal) {}

    public static void fuzzerTestOneInput(byte[] input) {
        if (input.length == 0) return;
        int first = input[0] & 0xff;
        Boundary boundary = BOUNDARIES[first % BOUNDARIES.length];
        int length = input.length - 1;
        Outcome atOnce = read(input, boundary, length, length, 1000);
        same(atOnce, read(input, boundary, 1, 1, 1000), "byte by byte");
        same(atOnce, read(input, boundary, length, length, 1), "taken byte by byte");
        int cut = first % Math.max(1, length);
        same(atOnce, read(input, boundary, cut, length - cut, 7), "cut at " + cut);
        check(atOnce, boundary, length);
    }

    private static void check(Outcome outcome, Boundary boundary, int length) {
        String delimiter = new String(boundary.delimiter(), ISO_8859_1);
        int bytes = 0;
        for (Read part : outcome.parts) {
            bytes += part.content.length();
            // Incomplete parts are not among these: the rejection came first.
            if (part.content.contains(delimiter)) throw new AssertionError("a delimiter in " + part);
        }
        if (bytes > length) throw new AssertionError(bytes + " bytes of " + length);
        if (outcome.parts.size() > LIMITS.parts()) throw new AssertionError(outcome.parts.size() + " parts");
        if (bytes > LIMITS.totalBytes()) throw new AssertionError(bytes + " bytes");
    }

    private static void same(Outcome atOnce, Outcome other, String how) {
        if (!atOnce.equals(other)) throw new AssertionError(how + ": " + other + " in place of " + atOnce);
    }

    /**
     * Parses all but the first byte.
     *
     * @param first number of bytes that arrive at first
     * @param then number of bytes that arrive at a time afterwards
     * @param piece number of bytes that the test reads at a time
     */
    private static Outcome read(byte[] input, Boundary boundary, int first, int then, int piece) {
        MultipartParser parser = new MultipartParser(new Cut(input, first, then), boundary, LIMITS);
        List<Read> parts = new ArrayList<>();
        try {
            for (PartHead head = parser.next(); head != null; head = parser.next())
                parts.add(new Read(head, content(parser, piece)));
            return new Outcome(parts, "");
        } catch (RefusedException e) {
            return new Outcome(parts, e.refusal().toString());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static String content(MultipartParser parser, int piece) throws IOException {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        byte[] taken = new byte[piece];
        for (int count = parser.content(taken); count >= 0; count = parser.content(taken)) {
            content.write(taken, 0, count);
            if (content.size() > LIMITS.partBytes()) throw MultipartParser.tooLarge("a part");
        }
        return content.toString(ISO_8859_1);
    }

    /** A stream that returns its bytes in pieces, like a network. */
    private static final class Cut extends InputStream {
        private final byte[] bytes;
        private final int then;
        private int at = 1;
        private int here;

        Cut(byte[] bytes, int first, int then) {
            this.bytes = bytes;
            this.then = Math.max(1, then);
            here = 1 + first;
        }

        @Override
        public int read() {
            throw new UnsupportedOperationException("a byte at a time is slow");
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            if (at == bytes.length) return -1;
            if (at >= here) here = at + then;
            int count = Math.min(length, Math.min(here, bytes.length) - at);
            System.arraycopy(bytes, at, target, offset, count);
            at += count;
            return count;
        }
    }
}
