package vesper.http.content;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One coding taken off, with bounds on what comes out: in all, and as a multiple of what went in, so that a few bytes
 * that stand for gigabytes are given up after {@value #FREE_BYTES} bytes.
 */
public final class BoundedInflation extends InputStream {
    private static final int FREE_BYTES = 64 << 10;

    /** Takes the coding off; anything it throws means that the content is broken. */
    @FunctionalInterface
    public interface Decoder {
        InputStream over(InputStream coded) throws IOException;
    }

    /** What a reader is told of content that is given up. */
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
    private final CodingTurns turns = new CodingTurns();
    /** Null until somebody reads. */
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

    /** Content that may become so many times as large as it came, beyond its first bytes, and so large in all. */
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
            // What went wrong below is not the decoder's to tell.
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

    /** Counts what goes in. */
    private static final class Source extends FilterInputStream {
        private final CodingTurns turns = new CodingTurns();
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
