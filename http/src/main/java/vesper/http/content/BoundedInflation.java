package vesper.http.content;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A stream that decodes one content coding and limits its output: in total, and as a multiple of the input. So a few
 * bytes that inflate to gigabytes are rejected after {@value #FREE_BYTES} bytes.
 */
public final class BoundedInflation extends InputStream {
    private static final int FREE_BYTES = 64 << 10;

    /** A decoder of the coding. Any exception means that the content is broken. */
    @FunctionalInterface
    public interface Decoder {
        InputStream over(InputStream coded) throws IOException;
    }

    /** A factory of the exceptions that a reader gets for rejected content. */
    public interface Complaints {
        IOException tooLarge(long mostBytes);

        IOException tooMuchFromTooLittle(long codedBytes, long inflatedBytes, int ratio);

        IOException broken(IOException cause);
    }

    private final Source source;
    private final Decoder coding;
    private final int ratio;
    private final long mostBytes;
    private final Complaints complaints;
    private final CodingPauses turns = new CodingPauses();
    /** Null until the first read. */
    private @Nullable InputStream decoder;

    private long inflated;
    private boolean ended;

    private BoundedInflation(Source source, Decoder coding, int ratio, long mostBytes, Complaints complaints) {
        this.source = source;
        this.coding = coding;
        this.ratio = ratio;
        this.mostBytes = mostBytes;
        this.complaints = complaints;
    }

    /**
     * Returns the decoded content.
     *
     * @param ratio maximum ratio of output to input, applied beyond the first bytes
     * @param mostBytes maximum size of the output
     */
    public static InputStream of(InputStream coded, Decoder coding, int ratio, long mostBytes, Complaints complaints) {
        return new BoundedInflation(new Source(coded), coding, ratio, mostBytes, complaints);
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
        int count = ended ? -1 : inflate(target, offset, size);
        ended = count < 0;
        if (ended) return -1;
        turns.took(count);
        inflated += count;
        if (inflated > mostBytes) throw complaints.tooLarge(mostBytes);
        if (inflated > FREE_BYTES && inflated / ratio > source.taken)
            throw complaints.tooMuchFromTooLittle(source.taken, inflated, ratio);
        return count;
    }

    private int inflate(byte[] target, int offset, int size) throws IOException {
        try {
            InputStream known = decoder;
            if (known == null) decoder = known = coding.over(source);
            return known.read(target, offset, size);
        } catch (IOException e) {
            // A failure of the source is not a decoding error.
            if (source.failure != null) throw source.failure;
            throw complaints.broken(e);
        }
    }

    @Override
    public void close() throws IOException {
        try (source) {
            if (decoder != null) decoder.close();
        }
    }

    /** A stream that counts the input bytes. */
    private static final class Source extends FilterInputStream {
        private final CodingPauses turns = new CodingPauses();
        long taken;

        @Nullable
        IOException failure;

        Source(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int size) throws IOException {
            try {
                int count = in.read(target, offset, size);
                if (count > 0) {
                    taken += count;
                    turns.took(count);
                }
                return count;
            } catch (IOException e) {
                failure = e;
                throw e;
            }
        }
    }
}
