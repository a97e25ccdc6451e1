package vesper.http.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.ReadOnlyHttp2Headers;
import io.netty.util.AsciiString;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Flow;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import vesper.http.Headers;
import vesper.http.Method;
import vesper.http.Response;
import vesper.http.fields.FieldSyntax;

/**
 * One request: method, URI, header fields and content. Immutable, so it can be stored and sent repeatedly, which also
 * avoids encoding its head again. Every method that changes something returns a new request.
 *
 * <p>The client adds the fields that frame and route the message: {@code Host}, {@code Content-Length},
 * {@code Transfer-Encoding} and {@code Connection}.
 */
public final class ClientRequest {
    private static final Set<String> OWN = Set.of(
            "host",
            "connection",
            "content-length",
            "transfer-encoding",
            "te",
            "trailer",
            "upgrade",
            "keep-alive",
            "proxy-connection",
            "expect");
    private static final AsciiString HTTP = AsciiString.cached("http");
    private static final AsciiString HTTPS = AsciiString.cached("https");
    private static final int LONGEST_TARGET = 64 << 10;

    private final Method method;
    private final URI uri;
    private final Origin origin;
    /** Names at even and their values at odd indexes. */
    private final List<String> fields;

    private final RequestContent content;
    private final @Nullable Duration timeout;
    /** True if the request sends {@code Expect: 100-continue}. */
    private final boolean asksFirst;
    /** The head without its last line, encoded on demand; a race that encodes it twice does no harm. */
    private volatile byte @Nullable [] head;

    /** The header section for HTTP/2: the fields of the request, and all of them with what a client last added. */
    private static final class Http2Head {
        final AsciiString path;
        final AsciiString[] own;
        final AddedFields added;
        final Http2Headers fields;

        Http2Head(AsciiString path, AsciiString[] own, AddedFields added, Http2Headers fields) {
            this.path = path;
            this.own = own;
            this.added = added;
            this.fields = fields;
        }
    }

    private volatile @Nullable Http2Head http2Head;

    private ClientRequest(
            Method method,
            URI uri,
            List<String> fields,
            RequestContent content,
            @Nullable Duration timeout,
            boolean asksFirst) {
        if (method == Method.CONNECT) throw new IllegalArgumentException("CONNECT is for proxies");
        this.method = method;
        this.uri = uri;
        this.origin = Origin.of(uri);
        this.fields = fields;
        this.content = content;
        this.timeout = timeout;
        this.asksFirst = asksFirst;
    }

    /**
     * Creates a request without fields and content.
     *
     * @throws IllegalArgumentException if the URI is not http or https, has no host or contains credentials
     */
    public static ClientRequest of(Method method, URI uri) {
        if (uri.toString().length() > LONGEST_TARGET)
            throw new IllegalArgumentException("a URI of more than " + LONGEST_TARGET + " characters");
        return new ClientRequest(method, uri, List.of(), RequestContent.NONE, null, false);
    }

    public static ClientRequest get(String uri) {
        return of(Method.GET, URI.create(uri));
    }

    public static ClientRequest head(String uri) {
        return of(Method.HEAD, URI.create(uri));
    }

    public static ClientRequest post(String uri) {
        return of(Method.POST, URI.create(uri));
    }

    public static ClientRequest put(String uri) {
        return of(Method.PUT, URI.create(uri));
    }

    public static ClientRequest patch(String uri) {
        return of(Method.PATCH, URI.create(uri));
    }

    public static ClientRequest delete(String uri) {
        return of(Method.DELETE, URI.create(uri));
    }

    /**
     * Returns a copy with another field line.
     *
     * @throws IllegalArgumentException if the client sets the field, the name is not a token or the value holds a
     *     control character, which would allow header injection
     */
    public ClientRequest header(String name, String value) {
        check(name, value);
        List<String> more = new ArrayList<>(fields);
        more.add(name);
        more.add(value);
        return new ClientRequest(method, uri, List.copyOf(more), content, timeout, asksFirst);
    }

    static void check(String name, String value) {
        if (!FieldSyntax.isToken(name)) throw new IllegalArgumentException("no header field name: " + name);
        if (!FieldSyntax.isValue(value))
            throw new IllegalArgumentException("control character in the value of " + name);
        if (OWN.contains(name.toLowerCase(Locale.ROOT)))
            throw new IllegalArgumentException(name + " is set by the client itself");
    }

    /** Returns a copy with these bytes as content, and takes ownership of the array. */
    public ClientRequest body(byte[] bytes) {
        return with(new RequestContent.Whole(bytes));
    }

    /** Returns a copy with this text as JSON, in UTF-8. */
    public ClientRequest json(String text) {
        return body(text.getBytes(UTF_8))
                .withoutFields("content-type"::equals)
                .header("Content-Type", "application/json");
    }

    /** Returns a copy with this text as content, in UTF-8. */
    public ClientRequest text(String text) {
        return body(text.getBytes(UTF_8))
                .withoutFields("content-type"::equals)
                .header("Content-Type", "text/plain; charset=utf-8");
    }

    /**
     * Returns a copy with the content of a file, read when the request is sent.
     *
     * @throws IOException if the size of the file cannot be read
     */
    public ClientRequest file(Path file) throws IOException {
        long length = Files.size(file);
        return with(new RequestContent.Written(length, true, out -> {
            var _ = Files.copy(file, out);
        }));
    }

    /**
     * Returns a copy with the content of a stream, of unknown length. The stream is read once, so such a call is never
     * retried.
     */
    public ClientRequest stream(InputStream stream) {
        return with(new RequestContent.Written(-1, false, out -> {
            try (stream) {
                var _ = stream.transferTo(out);
            }
        }));
    }

    /**
     * Returns a copy with content that the writer writes while it is sent, on a virtual thread created for it. Writing
     * blocks while the server does not read. It fails once the server is gone, and the thread is then interrupted. For
     * a retry the writer is called again, after the earlier call of it has ended.
     */
    public ClientRequest writing(Response.BodyWriter writer) {
        return with(new RequestContent.Written(-1, true, writer::writeTo));
    }

    /**
     * Returns a copy with published content. The next piece is requested when the server has taken the one before.
     * Subscribed to once.
     */
    public ClientRequest publishing(Flow.Publisher<ByteBuffer> publisher) {
        return with(new RequestContent.Written(-1, false, out -> new PublishedContent(publisher).writeTo(out)));
    }

    /** Returns a copy with a timeout for the whole call. */
    public ClientRequest timeout(Duration total) {
        ClientTimeouts.check("timeout", total);
        return new ClientRequest(method, uri, fields, content, total, asksFirst);
    }

    /**
     * Returns a copy that sends its content only once the server asks for it ({@code Expect: 100-continue}), or has not
     * responded for a second. Saves sending all of it to a server that refuses the request by its head.
     */
    public ClientRequest askingFirst() {
        return new ClientRequest(method, uri, fields, content, timeout, true);
    }

    public Method method() {
        return method;
    }

    public URI uri() {
        return uri;
    }

    /** Returns the fields added so far. */
    public Headers headers() {
        return Headers.of(fields.toArray(String[]::new));
    }

    Origin origin() {
        return origin;
    }

    RequestContent content() {
        return content;
    }

    Optional<Duration> timeout() {
        return Optional.ofNullable(timeout);
    }

    /** Returns whether the content waits for the server's 100 Continue. */
    boolean asksFirst() {
        return asksFirst && content.length() != 0;
    }

    boolean has(String lowerCaseName) {
        for (int i = 0; i < fields.size(); i += 2) if (fields.get(i).equalsIgnoreCase(lowerCaseName)) return true;
        return false;
    }

    /**
     * Returns whether sending the request twice has the same effect as once (RFC 9110, section 9.2.2): because of its
     * method, or because the caller added a key by which the server detects the repetition.
     */
    boolean isIdempotent() {
        return (method != Method.POST && method != Method.PATCH) || has("idempotency-key");
    }

    private ClientRequest with(RequestContent other) {
        return new ClientRequest(method, uri, fields, other, timeout, asksFirst);
    }

    ClientRequest withoutFields(Predicate<String> lowerCaseNames) {
        List<String> left = new ArrayList<>();
        for (int i = 0; i < fields.size(); i += 2) {
            if (lowerCaseNames.test(fields.get(i).toLowerCase(Locale.ROOT))) continue;
            left.add(fields.get(i));
            left.add(fields.get(i + 1));
        }
        return new ClientRequest(method, uri, List.copyOf(left), content, timeout, asksFirst);
    }

    /** Returns the same request to another URI. */
    ClientRequest at(URI other) {
        return new ClientRequest(method, other, fields, content, timeout, asksFirst);
    }

    /** Returns a copy with another method and without content. */
    ClientRequest asking(Method other) {
        return new ClientRequest(other, uri, fields, RequestContent.NONE, timeout, asksFirst)
                .withoutFields(name -> name.startsWith("content-"));
    }

    /** Returns request line, Host, fields and framing, each with its line end. */
    byte[] encodedHead() {
        byte[] made = head;
        if (made == null) head = made = encode();
        return made;
    }

    private byte[] encode() {
        StringBuilder text = new StringBuilder(128)
                .append(method)
                .append(' ')
                .append(target())
                .append(" HTTP/1.1\r\nHost: ")
                .append(origin.authority())
                .append("\r\n");
        for (int i = 0; i < fields.size(); i += 2)
            text.append(fields.get(i)).append(": ").append(fields.get(i + 1)).append("\r\n");
        long length = content.length();
        if (length < 0) text.append("Transfer-Encoding: chunked\r\n");
        else if (length > 0 || expectsContent())
            text.append("Content-Length: ").append(length).append("\r\n");
        if (asksFirst()) text.append("Expect: 100-continue\r\n");
        return text.toString().getBytes(ISO_8859_1);
    }

    /** Returns the header section for HTTP/2. */
    Http2Headers http2Fields(AddedFields added) {
        Http2Head made = http2Head;
        if (made == null) http2Head = made = http2Head(AsciiString.of(target()), http2Own(), added);
        else if (made.added != added) http2Head = made = http2Head(made.path, made.own, added);
        return made.fields;
    }

    private Http2Head http2Head(AsciiString path, AsciiString[] own, AddedFields added) {
        Http2Headers fields = ReadOnlyHttp2Headers.clientHeaders(
                false,
                AsciiString.of(method.name()),
                path,
                origin.secure() ? HTTPS : HTTP,
                AsciiString.of(origin.authority()),
                AddedFields.joined(own, added.pairs()));
        return new Http2Head(path, own, added, fields);
    }

    private AsciiString[] http2Own() {
        List<String> own = new ArrayList<>(fields);
        long length = content.length();
        if (length > 0 || (length == 0 && expectsContent()))
            own.addAll(List.of("content-length", String.valueOf(length)));
        if (asksFirst()) own.addAll(List.of("expect", "100-continue"));
        return AddedFields.pairs(own);
    }

    /** Returns whether the method requires a Content-Length even without content (RFC 9110, section 8.6). */
    private boolean expectsContent() {
        return method == Method.POST || method == Method.PUT || method == Method.PATCH;
    }

    /** Returns path and query as sent: percent-encoded beyond ASCII, without fragment. */
    String target() {
        URI ascii = URI.create(uri.toASCIIString());
        String path = ascii.getRawPath() == null || ascii.getRawPath().isEmpty() ? "/" : ascii.getRawPath();
        return ascii.getRawQuery() == null ? path : path + "?" + ascii.getRawQuery();
    }

    /** Returns method, server and path, for messages. The query is left out, since it may contain secrets. */
    @Override
    public String toString() {
        return method + " " + origin + (uri.getRawPath() == null ? "/" : uri.getRawPath());
    }
}
