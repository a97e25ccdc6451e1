package vesper.records.capture;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import vesper.http.RequestBody;

/** A request body whose beginning is retained while it is read. */
final class TappedBody implements RequestBody {
    private final RequestBody body;
    private final Tap tap;
    private volatile byte @Nullable [] whole;

    TappedBody(RequestBody body, Tap tap) {
        this.body = body;
        this.tap = tap;
    }

    Tap tap() {
        return tap;
    }

    @Override
    public long length() {
        return body.length();
    }

    /** Returns the whole body if the handler read it in one piece, otherwise null. */
    @Override
    public byte @Nullable [] whole() {
        return whole;
    }

    @Override
    public byte[] bytes() throws IOException {
        return kept(body.bytes());
    }

    @Override
    public byte[] bytes(long mostBytes) throws IOException {
        return kept(body.bytes(mostBytes));
    }

    private byte[] kept(byte[] bytes) {
        whole = bytes;
        return bytes;
    }

    @Override
    public InputStream stream() throws IOException {
        return new Stream(body.stream(), tap);
    }

    private static final class Stream extends FilterInputStream {
        private final Tap tap;

        Stream(InputStream in, Tap tap) {
            super(in);
            this.tap = tap;
        }

        @Override
        public int read() throws IOException {
            int read = in.read();
            if (read >= 0) tap.add(new byte[] {(byte) read}, 0, 1);
            return read;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int count = in.read(target, offset, length);
            if (count > 0) tap.add(target, offset, count);
            return count;
        }

        /** Skips by reading, so that skipped bytes are retained too. */
        @Override
        public long skip(long count) throws IOException {
            byte[] skipped = new byte[Math.clamp(count, 0, 8 << 10)];
            return Math.max(0, read(skipped, 0, skipped.length));
        }

        @Override
        public boolean markSupported() {
            return false;
        }
    }
}
