package vesper.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;
import vesper.http.frames.FieldLines;

/**
 * Takes the fields of a header section from Netty's HPACK decoder, in the order in which they were sent, and checks
 * them by RFC 9113, section 8, and by the same rules and limits as those of HTTP/1.1. One connection owns it and begins
 * anew with each section. What goes beyond a limit is not kept, whatever a few bytes of HPACK make of it.
 */
final class ReceivedFields extends DefaultHttp2Headers {
    private static final AsciiString COOKIE = AsciiString.cached("cookie");
    private static final AsciiString COOKIE_END = AsciiString.cached("; ");
    private static final AsciiString HOST = AsciiString.cached("host");
    /** What a line of HTTP/1.1 has besides name and value: colon, blank and line end. */
    private static final int LINE_BYTES = 4;
    /** Likewise of a request line: two blanks and the version. */
    private static final int REQUEST_LINE_BYTES = " ".length() + " HTTP/1.1".length();

    private final HttpLimits limits;
    private final FieldLines lines = new FieldLines();
    private int sectionBytes;

    private @Nullable String malformed;
    private @Nullable Refusal refusal;
    private @Nullable AsciiString method;
    private @Nullable AsciiString scheme;
    private @Nullable AsciiString authority;
    private @Nullable AsciiString path;
    private @Nullable AsciiString host;
    private @Nullable AsciiString cookies;
    private boolean pseudoGiven;
    /** Of Content-Length, or -1. */
    private long contentLength;

    private boolean expectsContinue;

    ReceivedFields(HttpLimits limits) {
        super(false);
        this.limits = limits;
    }

    ReceivedFields begin() {
        lines.clear();
        sectionBytes = 0;
        malformed = null;
        refusal = null;
        method = null;
        scheme = null;
        authority = null;
        path = null;
        host = null;
        cookies = null;
        pseudoGiven = false;
        contentLength = -1;
        expectsContinue = false;
        return this;
    }

    /** Called by the decoder for each field. */
    @Override
    public Http2Headers add(CharSequence name, CharSequence value) {
        if (malformed == null && refusal == null) take(AsciiString.of(name), AsciiString.of(value));
        return this;
    }

    private void take(AsciiString name, AsciiString value) {
        if (name.isEmpty()) malformed("a field without a name");
        else if (name.byteAt(0) == ':') pseudo(name, value);
        else regular(name, value);
    }

    private void pseudo(AsciiString name, AsciiString value) {
        pseudoGiven = true;
        if (lines.count() > 0 || cookies != null) {
            malformed("a pseudo-header after a regular field");
            return;
        }
        AsciiString before;
        switch (name.toString()) {
            case ":method" -> {
                before = method;
                method = value;
            }
            case ":scheme" -> {
                before = scheme;
                scheme = value;
            }
            case ":authority" -> {
                before = authority;
                authority = value;
            }
            case ":path" -> {
                before = path;
                path = value;
            }
            default -> {
                malformed("a pseudo-header that no request has");
                return;
            }
        }
        if (before != null) malformed("a pseudo-header that is given twice");
    }

    private void regular(AsciiString name, AsciiString value) {
        if (!isName(name)) {
            malformed("a field name that is no token in lower case");
        } else if (!isValue(value)) {
            malformed("a field value with a control character, or with blanks around it");
        } else if (name.equals(COOKIE)) {
            cookie(value);
        } else if (understood(name, value)) {
            store(name, value);
        }
    }

    private static boolean isName(AsciiString name) {
        return FieldSyntax.isLowerCaseName(name.array(), name.arrayOffset(), name.arrayOffset() + name.length());
    }

    private static boolean isValue(AsciiString value) {
        return FieldSyntax.isTrimmedValue(value.array(), value.arrayOffset(), value.arrayOffset() + value.length());
    }

    /** Takes in the fields that frame the message, and refuses those that belong to HTTP/1.1's connections. */
    private boolean understood(AsciiString name, AsciiString value) {
        return switch (name.toString()) {
            case "connection", "proxy-connection", "keep-alive", "transfer-encoding", "upgrade" ->
                malformed("a field that belongs to the connection");
            case "te" -> value.contentEqualsIgnoreCase("trailers") || malformed("TE with more than trailers");
            case "content-length" -> contentLength(value);
            case "expect" -> {
                expectsContinue = value.contentEqualsIgnoreCase("100-continue");
                yield expectsContinue || refused(417, "only 100-continue can be expected");
            }
            case "host" -> {
                if (host != null) yield malformed("more than one Host");
                host = value;
                yield true;
            }
            default -> true;
        };
    }

    private boolean contentLength(AsciiString value) {
        if (contentLength >= 0) return malformed("more than one Content-Length");
        if (value.isEmpty()) return malformed("Content-Length is empty");
        long number = 0;
        for (int i = 0; i < value.length(); i++) {
            byte digit = value.byteAt(i);
            if (digit < '0' || digit > '9') return malformed("Content-Length is not a number");
            if (number <= limits.bodyBytes()) number = number * 10 + (digit - '0');
        }
        contentLength = number;
        return number <= limits.bodyBytes() || refused(413, "the body is larger than " + limits.bodyBytes() + " bytes");
    }

    /** Browsers send each cookie as a field of its own, so that HPACK may know it; handlers see one field. */
    private void cookie(AsciiString value) {
        if (!fits(COOKIE.length() + value.length())) return;
        cookies = cookies == null ? value : cookies.concat(COOKIE_END).concat(value);
    }

    private boolean fits(int fieldBytes) {
        sectionBytes += fieldBytes + LINE_BYTES;
        return sectionBytes <= limits.headerBytes()
                || refused(431, "the header section is larger than " + limits.headerBytes() + " bytes");
    }

    private void store(AsciiString name, AsciiString value) {
        if (!fits(name.length() + value.length())) return;
        if (lines.count() == limits.headerLines()) {
            refused(431, "more than " + limits.headerLines() + " header lines");
            return;
        }
        lines.add(name, value);
    }

    /** Why these cannot be a trailer section, or null. They are dropped, as in HTTP/1.1. */
    @Nullable
    String trailerFault() {
        if (malformed != null) return malformed;
        return pseudoGiven ? "a pseudo-header in a trailer section" : null;
    }

    /** Whether no content may follow the answer's head, whatever comes of the request. */
    boolean asksForHead() {
        return method != null && method.contentEquals("HEAD");
    }

    /** The request that the section begins. */
    Http2Head head(boolean endStream) {
        if (malformed == null) checkPseudo(endStream);
        if (malformed != null) return new Http2Head.Malformed(malformed);
        Method known = method == null ? null : Method.named(method);
        if (refusal == null) checkTarget(known);
        if (refusal != null || known == null) return refusedHead();
        return path(known, endStream);
    }

    /** RFC 9113, section 8.3.1. */
    private void checkPseudo(boolean endStream) {
        if (method == null || method.isEmpty()) {
            malformed("no :method");
        } else if (method.contentEquals("CONNECT")) {
            if (scheme != null || path != null) malformed(":scheme or :path with CONNECT");
            else if (authority == null) malformed("CONNECT without :authority");
        } else if (scheme == null || scheme.isEmpty()) {
            // A section that broke a limit was not read to its end; what is missing may have been there.
            if (refusal == null) malformed("no :scheme");
        } else if (path == null || path.isEmpty()) {
            if (refusal == null) malformed("no :path");
        }
        if (malformed != null || refusal != null) return;
        if (authority != null && host != null && !authority.contentEqualsIgnoreCase(host))
            malformed(":authority and Host differ");
        if (endStream && contentLength > 0) malformed("no content, although Content-Length says so");
    }

    private void checkTarget(@Nullable Method known) {
        AsciiString named = authority != null ? authority : host;
        int lineBytes = path == null || method == null ? 0 : method.length() + path.length() + REQUEST_LINE_BYTES;
        if (lineBytes > limits.requestLineBytes())
            refused(414, "method and path are longer than " + limits.requestLineBytes() + " bytes");
        else if (known == null) refused(501, "method not known; methods are case-sensitive");
        else if (known == Method.CONNECT) refused(501, "this server is no proxy");
        else if (named == null) refused(400, "neither :authority nor Host");
        else if (!isAuthority(named)) refused(400, ":authority or Host is no host and port");
        else if (scheme == null || !isHttp(scheme)) refused(400, "the scheme is neither http nor https");
    }

    private static boolean isHttp(AsciiString scheme) {
        return scheme.contentEqualsIgnoreCase("http") || scheme.contentEqualsIgnoreCase("https");
    }

    private static boolean isAuthority(AsciiString text) {
        int from = text.arrayOffset();
        return Authority.isValid(text.array(), from, from + text.length());
    }

    private Http2Head path(Method known, boolean endStream) {
        AsciiString target = path;
        if (target == null) throw new IllegalStateException("a request without a path");
        byte[] text = target.array();
        int from = target.arrayOffset();
        int to = from + target.length();
        int question = from;
        while (question < to && text[question] != '?') question++;
        for (int i = from; i < to; i++) {
            if (!RequestTarget.isAllowed(text[i]))
                return refusedHead(400, "the path holds a character that must be percent-encoded");
        }
        boolean asterisk = known == Method.OPTIONS && target.contentEquals("*");
        if (text[from] != '/' && !asterisk) return refusedHead(400, "the path does not begin with a slash");
        if (!RequestTarget.isWellEncoded(text, from, to)) return refusedHead(400, RequestTarget.BADLY_ENCODED);
        String clean = RequestTarget.cleanPath(text, from, question);
        if (clean == null) return refusedHead(400, RequestTarget.CLIMBS);
        String query = question < to ? RequestTarget.text(text, question + 1, to) : "";
        return valid(known, clean, query, endStream);
    }

    private Http2Head valid(Method known, String cleanPath, String query, boolean endStream) {
        if (host == null && authority != null) store(HOST, authority);
        if (cookies != null && !cookies.isEmpty()) {
            sectionBytes -= COOKIE.length() + cookies.length() + LINE_BYTES;
            store(COOKIE, cookies);
        }
        if (refusal != null) return refusedHead();
        boolean unknownLength = contentLength < 0 && !endStream;
        return new Http2Head.Valid(new RequestHead(
                known,
                cleanPath,
                query,
                HttpVersion.HTTP_2,
                headers(),
                Math.max(0, contentLength),
                unknownLength,
                true,
                expectsContinue && !endStream,
                0));
    }

    private Headers headers() {
        return lines.count() == 0 ? Headers.NONE : new Headers(lines.bytes(), lines.bounds(), lines.count());
    }

    private Http2Head refusedHead(int status, String detail) {
        refused(status, detail);
        return refusedHead();
    }

    private Http2Head refusedHead() {
        Refusal reason = refusal;
        if (reason == null) throw new IllegalStateException("refused without a reason");
        return new Http2Head.Refused(reason);
    }

    /** Notes why; always false. */
    private boolean malformed(String why) {
        malformed = why;
        return false;
    }

    /** Notes why; always false. */
    private boolean refused(int status, String detail) {
        refusal = new Refusal(status, detail);
        return false;
    }

    /** For logs: the section is of a client's making, and never compared. */
    @Override
    public String toString() {
        return new String(lines.bytes(), ISO_8859_1);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
