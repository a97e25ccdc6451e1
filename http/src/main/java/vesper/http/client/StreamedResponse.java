package vesper.http.client;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.Optional;
import vesper.http.Headers;
import vesper.http.HttpVersion;

/**
 * An answer whose body is read while it arrives. It holds a connection, or a stream of one that
 * speaks HTTP/2, until its stream is read to the end or it is closed, so close it, best with try-with-resources.
 */
public final class StreamedResponse implements AutoCloseable {
    private final ResponseHead head;
    private final URI uri;
    private final InputStream stream;

    private final AnswerStream raw;

    StreamedResponse(ResponseHead head, URI uri, InputStream stream, AnswerStream raw) {
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

    /** The first value under this name. */
    public Optional<String> header(String name) {
        return head.headers().first(name);
    }

    /** What was asked in the end, after redirects. */
    public URI uri() {
        return uri;
    }

    /**
     * The body, decompressed. Reading waits for the server and fails with a {@link ClientException}; one thread reads.
     */
    public InputStream stream() {
        return stream;
    }

    /** The trailer fields that came behind the body. They are known once the stream has been read to its end. */
    public Headers trailers() {
        return raw.trailers();
    }

    /** Lets the connection go; what was not read is lost. */
    @Override
    public void close() throws IOException {
        stream.close();
    }
}
