package vesper.records.capture;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import vesper.http.Response;

/** Streamed response content whose beginning is retained while it is written. */
final class TappedWriter implements Response.BodyWriter {
    private final Response.BodyWriter writer;
    private final Tap tap;

    TappedWriter(Response.BodyWriter writer, Tap tap) {
        this.writer = writer;
        this.tap = tap;
    }

    Tap tap() {
        return tap;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        writer.writeTo(new Stream(out, tap));
    }

    @Override
    public void discard() throws IOException {
        writer.discard();
    }

    private static final class Stream extends FilterOutputStream {
        private final Tap tap;

        Stream(OutputStream out, Tap tap) {
            super(out);
            this.tap = tap;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] source, int offset, int length) throws IOException {
            out.write(source, offset, length);
            tap.add(source, offset, length);
        }
    }
}
