package vesper.http.client;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.Optional;
import vesper.http.Headers;
import vesper.http.HttpVersion;

/**
 * A response whose body is read while it arrives. It occupies a connection, or a stream of an HTTP/2 connection, until
 * its stream is read to the end or it is closed. So close it, best with try-with-resources.
 */
public final class StreamedResponse implements AutoCloseable {
    private final ResponseHead head;
    private final URI uri;
    private final InputStream stream;

    private final ResponseBodyStream raw;

    StreamedResponse(ResponseHead head, URI uri, InputStream stream, ResponseBodyStream raw) {
        this.head = head;
        this.uri = uri;
        this.stream = stream;
        this.raw = raw;
    }

    public int status() {
        return head.status();
    }

    public HttpVersion version() {
        return head.version();
    }

    public Headers headers() {
        return head.headers();
    }

    /** Returns the first value of this name. */
    public Optional<String> header(String name) {
        return head.headers().first(name);
    }

    /** Returns the final URI, after redirects. */
    public URI uri() {
        return uri;
    }

    /**
     * Returns the decompressed body. Reading waits for the server and fails with a {@link ClientException}. Used by one
     * thread.
     */
    public InputStream stream() {
        return stream;
    }

    /** Returns the trailer fields sent after the body, available once the stream was read to its end. */
    public Headers trailers() {
        return raw.trailers();
    }

    /** Releases the connection; the unread part of the body is lost. */
    @Override
    public void close() throws IOException {
        stream.close();
    }
}
