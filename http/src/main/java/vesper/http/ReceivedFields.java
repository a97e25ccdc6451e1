package vesper.http;

import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;
import vesper.http.fields.FieldLines;
import vesper.http.fields.FieldSection;

/** The header section of a request, checked by the rules of RFC 9113, section 8. */
final class ReceivedFields extends FieldSection {
    private static final AsciiString COOKIE = AsciiString.cached("cookie");
    private static final AsciiString COOKIE_END = AsciiString.cached("; ");
    private static final AsciiString HOST = AsciiString.cached("host");
    /** Bytes of an HTTP/1.1 request line beside method and path: two blanks and the version. */
    private static final int REQUEST_LINE_BYTES = " ".length() + " HTTP/1.1".length();

    private final HttpLimits limits;

    private @Nullable Refusal refusal;
    private @Nullable AsciiString method;
    private @Nullable AsciiString scheme;
    private @Nullable AsciiString authority;
    private @Nullable AsciiString path;
    private @Nullable AsciiString host;
    private @Nullable AsciiString cookies;
    private boolean pseudoGiven;
    private boolean expectsContinue;

    ReceivedFields(HttpLimits limits) {
        super(limits.headerBytes(), limits.headerLines());
        this.limits = limits;
    }

    ReceivedFields start() {
        forgetLast();
        refusal = null;
        method = null;
        scheme = null;
        authority = null;
        path = null;
        host = null;
        cookies = null;
        pseudoGiven = false;
        expectsContinue = false;
        return this;
    }

    @Override
    protected boolean isRefused() {
        return refusal != null;
    }

    @Override
    protected void pseudo(AsciiString name, AsciiString value) {
        pseudoGiven = true;
        if (lines().count() > 0 || cookies != null) {
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

    @Override
    protected void regular(AsciiString name, AsciiString value) {
        if (name.equals(COOKIE)) cookie(value);
        else if (understood(name, value)) store(name, value);
    }

    /** Reads the fields that frame the message or concern the server itself. */
    private boolean understood(AsciiString name, AsciiString value) {
        return switch (name.toString()) {
            case "te" -> value.contentEqualsIgnoreCase("trailers") || malformed("TE with more than trailers");
            case "content-length" -> true;
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

    /** Joins cookies. Browsers send each as a separate field, so that HPACK can index it; handlers see one field. */
    private void cookie(AsciiString value) {
        if (!fits(COOKIE.length() + value.length())) return;
        cookies = cookies == null ? value : cookies.concat(COOKIE_END).concat(value);
    }

    @Override
    protected void refuseBytes(int most) {
        refused(431, "the header section is larger than " + most + " bytes");
    }

    @Override
    protected void refuseLines(int most) {
        refused(431, "more than " + most + " header lines");
    }

    /** Returns why these fields cannot be a trailer section, or null. Valid trailers are dropped, as in HTTP/1.1. */
    @Nullable
    String trailerFault() {
        String malformed = malformed();
        if (malformed != null) return malformed;
        return pseudoGiven ? "a pseudo-header in a trailer section" : null;
    }

    /** Returns whether the method is HEAD, so that no content may follow the head of any response. */
    boolean asksForHead() {
        return method != null && method.contentEquals("HEAD");
    }

    /** Returns the request that the section starts. */
    Http2Head head(boolean endStream) {
        if (malformed() == null) checkPseudo(endStream);
        String malformed = malformed();
        if (malformed != null) return new Http2Head.Malformed(malformed);
        Method known = method == null ? null : Method.named(method);
        if (refusal == null) checkTarget(known);
        if (refusal != null || known == null) return refusedHead();
        return path(known, endStream);
    }

    /** Checks the pseudo-headers by RFC 9113, section 8.3.1. */
    private void checkPseudo(boolean endStream) {
        if (method == null || method.isEmpty()) {
            malformed("no :method");
        } else if (method.contentEquals("CONNECT")) {
            if (scheme != null || path != null) malformed(":scheme or :path with CONNECT");
            else if (authority == null) malformed("CONNECT without :authority");
        } else if (scheme == null || scheme.isEmpty()) {
            // A section over a limit was not read to its end, so the missing field may have been there.
            if (refusal == null) malformed("no :scheme");
        } else if (path == null || path.isEmpty()) {
            if (refusal == null) malformed("no :path");
        }
        if (malformed() != null || refusal != null) return;
        if (authority != null && host != null && !authority.contentEqualsIgnoreCase(host))
            malformed(":authority and Host differ");
        if (endStream && contentLength() > 0) malformed("no content, although Content-Length says so");
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
            countAnew(COOKIE.length() + cookies.length());
            store(COOKIE, cookies);
        }
        if (refusal != null) return refusedHead();
        boolean unknownLength = contentLength() < 0 && !endStream;
        RequestHead head = new RequestHead(
                known,
                cleanPath,
                query,
                HttpVersion.HTTP_2,
                headers(),
                Math.max(0, contentLength()),
                unknownLength,
                true,
                expectsContinue && !endStream,
                0);
        if (contentLength() <= limits.bodyBytes()) return new Http2Head.Valid(head);
        return new Http2Head.Refused(
                new Refusal(413, "the body is larger than " + limits.bodyBytes() + " bytes"), head);
    }

    private Headers headers() {
        FieldLines lines = lines();
        return lines.count() == 0 ? Headers.NONE : new Headers(lines.bytes(), lines.bounds(), lines.count());
    }

    private Http2Head refusedHead(int status, String detail) {
        refused(status, detail);
        return refusedHead();
    }

    private Http2Head refusedHead() {
        Refusal reason = refusal;
        if (reason == null) throw new IllegalStateException("refused without a reason");
        return new Http2Head.Refused(reason, null);
    }

    /** Records the reason. Always returns false. */
    private boolean refused(int status, String detail) {
        refusal = new Refusal(status, detail);
        return false;
    }
}
