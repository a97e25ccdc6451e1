package vesper.http.files;

import java.io.IOException;
import java.io.OutputStream;
import vesper.http.Response;

/**
 * A range of a file, sent in pieces of {@value #PIECE_BYTES} bytes. Each is read when the client has taken the one
 * before.
 */
record Stretch(StoredFile file, long from, long length) implements Response.BodyWriter {
    static final int PIECE_BYTES = 64 << 10;

    @Override
    public void writeTo(OutputStream out) throws IOException {
        for (long sent = 0; sent < length; sent += PIECE_BYTES) {
            out.write(file.read(from + sent, (int) Math.min(PIECE_BYTES, length - sent)));
        }
    }
}
