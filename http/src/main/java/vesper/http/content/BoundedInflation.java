package vesper.http.content;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import vesper.http.Refusal;
import vesper.http.RefusedException;

/**
 * One coding taken off, with bounds on what comes out: in all, and as a multiple of what went in, so that a few bytes
 * that stand for gigabytes are given up after {@value #FREE_BYTES} bytes.
 */
final class BoundedInflation extends InputStream {
    private static final int FREE_BYTES = 64 << 10;

    private final Source source;
    private final InputStream decoder;
    private final ContentSettings settings;
    private final Turns turns = new Turns();
    private long inflated;

    private BoundedInflation(Source source, InputStream decoder, ContentSettings settings) {
        this.source = source;
        this.decoder = decoder;
        this.settings = settings;
    }

    static BoundedInflation of(InputStream coded, ContentCoding coding, ContentSettings settings) throws IOException {
        Source source = new Source(coded);
        return new BoundedInflation(source, coding.decoder(source), settings);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int size) throws IOException {
        Objects.checkFromIndexSize(offset, size, target.length);
        int count = inflate(target, offset, size);
        if (count <= 0) return count;
        turns.took(count);
        inflated += count;
        if (inflated > settings.bodyBytes())
            throw refused(413, "the body is larger than " + settings.bodyBytes() + " bytes once it is inflated");
        if (inflated > FREE_BYTES && inflated / settings.inflationRatio() > source.taken)
            throw refused(413, "the body inflates to more than " + settings.inflationRatio() + " times its size");
        return count;
    }

    private int inflate(byte[] target, int offset, int size) throws IOException {
        try {
            return decoder.read(target, offset, size);
        } catch (IOException e) {
            // What went wrong below is not the decoder's to tell.
            if (source.failure != null) throw source.failure;
            RefusedException broken = refused(400, "the body is not what Content-Encoding says");
            broken.initCause(e);
            throw broken;
        }
    }

    private static RefusedException refused(int status, String detail) {
        return new RefusedException(new Refusal(status, detail));
    }

    @Override
    public void close() throws IOException {
        decoder.close();
    }

    /** Counts what goes in. */
    private static final class Source extends FilterInputStream {
        private final Turns turns = new Turns();
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
