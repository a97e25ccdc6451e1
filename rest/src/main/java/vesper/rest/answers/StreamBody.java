package vesper.rest.answers;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import vesper.http.Response;

/** A body that sends a stream of the handler. Closes the stream whether or not it is sent. */
record StreamBody(InputStream stream) implements Response.BodyWriter {
    @Override
    public void writeTo(OutputStream out) throws IOException {
        try (stream) {
            stream.transferTo(out);
        }
    }

    @Override
    public void discard() throws IOException {
        stream.close();
    }
}
