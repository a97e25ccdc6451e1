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
 * One request: method, URI, header fields and content. Immutable, so it can be kept and sent again and again, which
 * also spares making its head again; every method that changes something returns another one.
 *
 * <p>The client adds what frames the message and says where it goes: {@code Host}, {@code Content-Length},
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
    /** Names at even, their values at odd indexes. */
    private final List<String> fields;

    private final RequestContent content;
    private final @Nullable Duration timeout;
    /** Whether the server is asked for its consent before content is sent. */
    private final boolean asksFirst;
    /** The head but for its last line, made when first needed; making it twice does no harm. */
    private volatile byte @Nullable [] head;

    /** The same for HTTP/2: what the request says itself, and all of it with what a client added last. */
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
     * A request without fields and content.
     *
     * @throws IllegalArgumentException if the URI is not http or https, has no host or holds credentials
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
     * The same with another field line.
     *
     * @throws IllegalArgumentException if the field is the client's own, the name is no token or the value holds a
     *     control character, which would let whoever made it write fields of its own
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

    /** The same with these bytes; the array is taken over. */
    public ClientRequest body(byte[] bytes) {
        return with(new RequestContent.Whole(bytes));
    }

    /** The same with this text in UTF-8, as JSON. */
    public ClientRequest json(String text) {
        return body(text.getBytes(UTF_8))
                .withoutFields("content-type"::equals)
                .header("Content-Type", "application/json");
    }

    /** The same with this text in UTF-8. */
    public ClientRequest text(String text) {
        return body(text.getBytes(UTF_8))
                .withoutFields("content-type"::equals)
                .header("Content-Type", "text/plain; charset=utf-8");
    }

    /**
     * The same with what a file holds when it is sent.
     *
     * @throws IOException if the file cannot be looked at
     */
    public ClientRequest file(Path file) throws IOException {
        long length = Files.size(file);
        return with(new RequestContent.Written(length, true, out -> {
            var _ = Files.copy(file, out);
        }));
    }

    /** The same with what the stream holds, of unknown length. It is read once, so such a call is never repeated. */
    public ClientRequest stream(InputStream stream) {
        return with(new RequestContent.Written(-1, false, out -> {
            try (stream) {
                var _ = stream.transferTo(out);
            }
        }));
    }

    /**
     * The same with what the writer writes while it is sent, on a virtual thread of its own. Writing blocks while the
     * server does not read and fails once it is gone, when the thread is interrupted too; where a call is repeated the
     * writer is called again, after it has ended.
     */
    public ClientRequest writing(Response.BodyWriter writer) {
        return with(new RequestContent.Written(-1, true, writer::writeTo));
    }

    /** The same with what is published, asked for piece by piece as the server reads. Subscribed to once. */
    public ClientRequest publishing(Flow.Publisher<ByteBuffer> publisher) {
        return with(new RequestContent.Written(-1, false, out -> new PublishedContent(publisher).writeTo(out)));
    }

    /** The same, whose call may take this long in all. */
    public ClientRequest timeout(Duration total) {
        ClientTimeouts.check("timeout", total);
        return new ClientRequest(method, uri, fields, content, total, asksFirst);
    }

    /**
     * The same, whose content is sent once the server has asked for it ({@code Expect: 100-continue}), or has not said
     * anything for a second. A server that refuses the request by its head need not be sent all of it.
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

    /** The fields that were added. */
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

    /** Whether content waits until the server asks for it. */
    boolean asksFirst() {
        return asksFirst && content.length() != 0;
    }

    boolean has(String lowerCaseName) {
        for (int i = 0; i < fields.size(); i += 2) if (fields.get(i).equalsIgnoreCase(lowerCaseName)) return true;
        return false;
    }

    /**
     * Whether making it twice is as good as once (RFC 9110, section 9.2.2): by its method, or because its caller has given it
     * a key by which the server tells the second from another one.
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

    /** The same request elsewhere. */
    ClientRequest at(URI other) {
        return new ClientRequest(method, other, fields, content, timeout, asksFirst);
    }

    /** The same without content, asked for with another method. */
    ClientRequest asking(Method other) {
        return new ClientRequest(other, uri, fields, RequestContent.NONE, timeout, asksFirst)
                .withoutFields(name -> name.startsWith("content-"));
    }

    /** Request line, Host, fields and framing, each with its line end. */
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

    /** The header section of HTTP/2. */
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

    /** Methods whose requests say so when they have no content (RFC 9110, section 8.6). */
    private boolean expectsContent() {
        return method == Method.POST || method == Method.PUT || method == Method.PATCH;
    }

    /** Path and query as they are sent: characters beyond ASCII percent-encoded, no fragment. */
    String target() {
        URI ascii = URI.create(uri.toASCIIString());
        String path = ascii.getRawPath() == null || ascii.getRawPath().isEmpty() ? "/" : ascii.getRawPath();
        return ascii.getRawQuery() == null ? path : path + "?" + ascii.getRawQuery();
    }

    /** Method, server and path, for messages. What follows the path may be secret. */
    @Override
    public String toString() {
        return method + " " + origin + (uri.getRawPath() == null ? "/" : uri.getRawPath());
    }
}
