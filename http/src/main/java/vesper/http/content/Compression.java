package vesper.http.content;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Locale;
import java.util.Optional;
import vesper.http.HeldBytes;
import vesper.http.HttpVersion;
import vesper.http.Method;
import vesper.http.Refusal;
import vesper.http.Request;
import vesper.http.Response;

/**
 * Compression of responses for clients that accept it. Content of up to {@value #WHOLE_BYTES} bytes is compressed as a
 * whole; larger or streamed content is compressed while it is sent.
 *
 * <p>Coded content, partial content, and responses with {@code Cache-Control: no-transform} are left unchanged. Above
 * {@value #MOST_STREAMS} concurrent streams, responses are sent uncompressed.
 */
final class Compression {
    private static final int WHOLE_BYTES = 64 << 10;
    private static final int MOST_STREAMS = 512;
    private static final int PARTIAL_CONTENT = 206;
    private static final int LEAST_FAILURE = 400;

    private final ContentSettings settings;
    private final Coders coders;

    Compression(ContentSettings settings) {
        this(settings, MOST_STREAMS);
    }

    Compression(ContentSettings settings, int mostStreams) {
        this.settings = settings;
        this.coders = new Coders(mostStreams);
    }

    /** A quick check that there is enough content for {@link #compressed} to be worth calling. */
    boolean isWorthwhile(Response response) {
        return !(response.content() instanceof Response.Bytes bytes) || bytes.length() >= settings.fromBytes();
    }

    /** Returns the response for this client. */
    Response compressed(Request request, Response response) {
        if (!settings.compresses() || !mayBeCoded(response)) return response;
        AcceptedCodings accepted = AcceptedCodings.of(request.headers());
        boolean isCompressible = response.header("Content-Type")
                .filter(CompressibleTypes::include)
                .isPresent();
        if (!isCompressible && accepted.takesPlain()) return response;
        Optional<String> chosen = accepted.best(ContentCoding.offered());
        if (chosen.isEmpty()) return nothingFits(request, response);
        Response varied = varied(response);
        if (chosen.get().equals(AcceptedCodings.IDENTITY)) return varied;
        return coded(request, varied, ContentCoding.named(chosen.get()).orElseThrow());
    }

    private static boolean mayBeCoded(Response response) {
        if (response.status() == PARTIAL_CONTENT) return false;
        if (response.content() instanceof Response.Bytes bytes && bytes.length() == 0) return false;
        if (response.header("Content-Encoding").isPresent()
                || response.header("Content-Range").isPresent()) return false;
        return response.headers("Cache-Control").stream()
                .noneMatch(value -> value.toLowerCase(Locale.ROOT).contains("no-transform"));
    }

    /** Only GET and HEAD can still be refused: other methods have taken effect already. */
    private static Response nothingFits(Request request, Response response) {
        boolean asks = request.method() == Method.GET || request.method() == Method.HEAD;
        if (!asks || response.status() >= LEAST_FAILURE) return response;
        DiscardedContent.discard(response);
        return new Refusal(406, "Accept-Encoding takes neither plain content nor " + ContentCoding.tokens())
                .answer()
                .header("Vary", "Accept-Encoding");
    }

    private static Response varied(Response response) {
        boolean known = response.headers("Vary").stream()
                .map(value -> value.toLowerCase(Locale.ROOT))
                .anyMatch(value -> value.contains("accept-encoding") || value.contains("*"));
        return known ? response.copy() : response.copy().header("Vary", "Accept-Encoding");
    }

    private Response coded(Request request, Response response, ContentCoding coding) {
        boolean isHead = request.method() == Method.HEAD;
        return switch (response.content()) {
            case Response.Bytes bytes when bytes.length() <= WHOLE_BYTES && !isHead -> whole(response, bytes, coding);
            case Response.Bytes bytes -> held(request, response, bytes, coding);
            case Response.Streamed content -> streamed(request, response, content.writer(), coding);
        };
    }

    private Response whole(Response response, Response.Bytes bytes, ContentCoding coding) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length() / 2);
        try (OutputStream encoder = coding.encoder(out, settings.level())) {
            bytes.writeTo(encoder);
        } catch (IOException e) {
            throw new IllegalStateException("bytes in memory cannot be encoded", e);
        }
        if (out.size() >= bytes.length()) return response;
        return marked(response, coding).body(out.toByteArray());
    }

    /**
     * Content that is compressed while it is sent is held until the end, so it takes budget like large uncompressed
     * content.
     */
    private Response held(Request request, Response response, Response.Bytes bytes, ContentCoding coding) {
        Response streamed = streamed(request, response, bytes::writeTo, coding);
        boolean sent = streamed.content() instanceof Response.Streamed && request.method() != Method.HEAD;
        if (!sent || request.takesRoomForAnswer(bytes.length())) return streamed;
        DiscardedContent.discard(streamed);
        return HeldBytes.TOO_MANY_ANSWERS.answer();
    }

    /** HTTP/1.0 is not compressed: content of unknown length would end the connection. */
    private Response streamed(Request request, Response response, Response.BodyWriter plain, ContentCoding coding) {
        boolean isOld = request.version() == HttpVersion.HTTP_1_0;
        if (isOld || !coders.tryAcquire()) return response;
        return marked(response, coding).body(new CodedBody(plain, coding, settings.level(), coders));
    }

    /** Coded content is a different representation from the plain one, so it needs a different strong tag. */
    private static Response marked(Response response, ContentCoding coding) {
        response.header("Content-Encoding", coding.token());
        response.header("ETag")
                .flatMap(EntityTag::parse)
                .ifPresent(tag -> response.replaceHeader(
                        "ETag", tag.marked(coding.token()).toString()));
        return response;
    }
}
