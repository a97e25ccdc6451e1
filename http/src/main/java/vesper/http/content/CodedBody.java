package vesper.http.content;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import vesper.http.Response;

/**
 * Content that is encoded while it is sent. A flush by its writer reaches the client at once, and can be decoded. It
 * holds a slot of {@link Coders}, which it releases when it is sent or discarded.
 */
final class CodedBody implements Response.BodyWriter {
    private final Response.BodyWriter plain;
    private final ContentCoding coding;
    private final int level;
    private final Coders coders;
    private final AtomicBoolean ended = new AtomicBoolean();

    CodedBody(Response.BodyWriter plain, ContentCoding coding, int level, Coders coders) {
        this.plain = plain;
        this.coding = coding;
        this.level = level;
        this.coders = coders;
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        try {
            writeThrough(new Gate(out));
        } finally {
            end();
        }
    }

    private void writeThrough(Gate gate) throws IOException {
        try (OutputStream encoder = coding.encoder(gate, level)) {
            try {
                plain.writeTo(new PausingStream(encoder));
            } catch (Throwable e) {
                // Content that was broken off must not end as if it were complete.
                gate.shut = true;
                throw e;
            }
        }
    }

    @Override
    public void discard() throws IOException {
        end();
        plain.discard();
    }

    private void end() {
        if (!ended.getAndSet(true)) coders.release();
    }

    /** A stream that passes on everything but the close, and nothing once it is shut. */
    private static final class Gate extends OutputStream {
        private final OutputStream out;
        boolean shut;

        Gate(OutputStream out) {
            this.out = out;
        }

        @Override
        public void write(int b) throws IOException {
            if (!shut) out.write(b);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            if (!shut) out.write(bytes, offset, length);
        }

        @Override
        public void flush() throws IOException {
            if (!shut) out.flush();
        }
    }

    /** The stream that the writer gets. */
    private static final class PausingStream extends OutputStream {
        private static final int STEP_BYTES = 32 << 10;

        private final OutputStream encoder;
        private final CodingPauses turns = new CodingPauses();

        PausingStream(OutputStream encoder) {
            this.encoder = encoder;
        }

        @Override
        public void write(int b) throws IOException {
            encoder.write(b);
            turns.took(1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            Objects.checkFromIndexSize(offset, length, bytes.length);
            for (int done = 0; done < length; done += STEP_BYTES) {
                int step = Math.min(STEP_BYTES, length - done);
                encoder.write(bytes, offset + done, step);
                turns.took(step);
            }
        }

        @Override
        public void flush() throws IOException {
            encoder.flush();
        }
    }
}
