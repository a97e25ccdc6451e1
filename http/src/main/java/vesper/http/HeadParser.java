package vesper.http;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import vesper.http.fields.FieldSyntax;

/**
 * A strict parser for the head of a request (RFC 9112, sections 2 to 6). Input that two implementations could
 * understand in two ways is refused, because a proxy in front may have understood it in the other way.
 *
 * <p>It keeps no state between calls: for an incomplete head, the caller calls again with all of its bytes once more
 * have arrived. Used by one thread at a time, since it owns scratch space for the bounds of fields.
 */
final class HeadParser {
    /** Result of parsing: a {@link RequestHead}, incomplete input, or a reason to refuse. */
    sealed interface Parsed permits RequestHead, Incomplete, Refused {}

    /**
     * Valid so far, but the end of the head has not arrived.
     *
     * @param begun false if only empty lines have arrived
     * @param lineEnded whether the request line is complete
     */
    record Incomplete(boolean begun, boolean lineEnded) implements Parsed {
        static final Incomplete NOTHING = new Incomplete(false, false);
        static final Incomplete LINE = new Incomplete(true, false);
        static final Incomplete FIELDS = new Incomplete(true, true);
    }

    /**
     * A request to be refused.
     *
     * @param toHead whether the method is HEAD, so that no content may follow the head of the response
     * @param head the request, if it is clear and only its content is too large
     */
    record Refused(
            Refusal refusal, boolean toHead, @Nullable RequestHead head) implements Parsed {}

    private static final int MORE = -1;
    private static final int REFUSED = -2;
    private static final Method[] METHODS = Method.values();
    private static final byte[] HOST = {'H', 'o', 's', 't'};
    private static final byte[] NO_BYTES = {};
    private static final int VERSION_LENGTH = "HTTP/1.1".length();
    private static final int CRLF_LENGTH = 2;

    private final HttpLimits limits;
    private final int[] bounds;
    private final HeadFields meaning = new HeadFields();

    private byte[] bytes = {};
    /** End of the bytes that may be examined: the end of the input, or the limit of the part being parsed. */
    private int end;

    // State of the current head.
    private int fields;
    private boolean headEnded;
    private @Nullable Refusal refusal;
    private @Nullable Method method;
    private HttpVersion version = HttpVersion.HTTP_1_1;
    private int targetStart;
    private int targetEnd;
    /** Bounds of host and port in an absolute target; both 0 for every other form. */
    private int authorityStart;

    private int authorityEnd;

    HeadParser(HttpLimits limits) {
        this.limits = limits;
        this.bounds = new int[limits.headerLines() * Headers.BOUNDS_PER_FIELD];
    }

    /** Parses the head that starts at {@code from}; {@code to} is the end of the input. */
    Parsed parse(byte[] bytes, int from, int to) {
        reset(bytes, to);
        int start = skipEmptyLines(from);
        if (start == to) return Incomplete.NOTHING;
        if (start == REFUSED) return refused();

        end = (int) Math.min(to, (long) start + limits.requestLineBytes() + CRLF_LENGTH);
        int position = requestLine(start);
        if (position == MORE) return end < to ? tooLongLine() : Incomplete.LINE;

        end = (int) Math.min(to, (long) position + limits.headerBytes());
        while (position > 0 && !headEnded) position = fieldLine(position);
        if (position == MORE) return end < to ? tooManyHeaders() : Incomplete.FIELDS;
        if (position == REFUSED || !meaning.areConsistent(version)) return refused();
        Parsed parsed = head(position);
        return meaning.contentLength() > limits.bodyBytes() && parsed instanceof RequestHead head
                ? tooLargeBody(head)
                : parsed;
    }

    private void reset(byte[] bytes, int end) {
        this.bytes = bytes;
        this.end = end;
        fields = 0;
        headEnded = false;
        refusal = null;
        method = null;
        authorityStart = 0;
        authorityEnd = 0;
        meaning.start(bytes);
    }

    /** Skips empty lines before a request, which are allowed (RFC 9112, section 2.2). */
    private int skipEmptyLines(int from) {
        int position = from;
        while (position < end && bytes[position] == '\r') {
            if (position + 1 == end) return end;
            if (bytes[position + 1] != '\n') return refuse(400, "carriage return without line feed");
            position += 2;
        }
        return position;
    }

    /**
     * Parses {@code method SP target SP version CRLF}. Returns the start of the next line, {@code MORE} or
     * {@code REFUSED}.
     */
    private int requestLine(int start) {
        int position = start;
        while (position < end && FieldSyntax.isTokenByte(bytes[position])) position++;
        if (position == end) return MORE;
        if (bytes[position] != ' ' || position == start)
            return refuse(400, "the request line does not begin with a method");
        method = methodAt(start, position);
        if (method == null) return refuse(501, "method not known; methods are case-sensitive");

        targetStart = ++position;
        while (position < end && RequestTarget.isAllowed(bytes[position])) position++;
        if (position == end) return MORE;
        if (bytes[position] != ' ')
            return refuse(400, "the target holds a character that must be percent-encoded, or no version follows it");
        targetEnd = position++;
        return version(position);
    }

    private @Nullable Method methodAt(int from, int to) {
        for (Method candidate : METHODS) {
            String name = candidate.name();
            if (name.length() == to - from && matches(name, from)) return candidate;
        }
        return null;
    }

    private boolean matches(String text, int from) {
        for (int i = 0; i < text.length(); i++) if (bytes[from + i] != text.charAt(i)) return false;
        return true;
    }

    private int version(int start) {
        int lineEnd = start + VERSION_LENGTH;
        for (int i = start; i < Math.min(end, lineEnd); i++) {
            if (bytes[i] == '\r' || bytes[i] == '\n') return refuse(400, "the request line ends without a version");
        }
        if (end < lineEnd + 2) return MORE;
        boolean wellFormed =
                matches("HTTP/", start) && isDigit(start + 5) && bytes[start + 6] == '.' && isDigit(start + 7);
        if (!wellFormed || bytes[lineEnd] != '\r' || bytes[lineEnd + 1] != '\n') {
            return refuse(400, "the request line does not end with a version, carriage return and line feed");
        }
        if (bytes[start + 5] != '1') return refuse(505, "HTTP/1.1 and HTTP/1.0 are spoken here");
        // A higher minor version is served as the highest one known (RFC 9110, section 2.5).
        version = bytes[start + 7] == '0' ? HttpVersion.HTTP_1_0 : HttpVersion.HTTP_1_1;
        return lineEnd + 2;
    }

    private boolean isDigit(int at) {
        return bytes[at] >= '0' && bytes[at] <= '9';
    }

    /** Parses one field line, or the empty line that ends the head. */
    private int fieldLine(int start) {
        if (start == end) return MORE;
        byte first = bytes[start];
        if (first == '\r') {
            if (start + 1 == end) return MORE;
            if (bytes[start + 1] != '\n') return refuse(400, "carriage return without line feed");
            headEnded = true;
            return start + 2;
        }
        if (first == ' ' || first == '\t') return refuse(400, "a header line begins with white space");

        int position = start;
        while (position < end && FieldSyntax.isTokenByte(bytes[position])) position++;
        if (position == end) return MORE;
        if (bytes[position] != ':' || position == start)
            return refuse(400, "a header line does not begin with a name and a colon");
        return fieldValue(start, position);
    }

    private int fieldValue(int nameStart, int colon) {
        int position = colon + 1;
        while (position < end && FieldSyntax.isBlank(bytes[position])) position++;
        int valueStart = position;
        while (position < end && FieldSyntax.isValueByte(bytes[position])) position++;
        if (position == end) return MORE;
        if (bytes[position] != '\r') return refuse(400, "a header value holds a control character");
        if (position + 1 == end) return MORE;
        if (bytes[position + 1] != '\n') return refuse(400, "carriage return without line feed");

        int valueEnd = position;
        while (valueEnd > valueStart && FieldSyntax.isBlank(bytes[valueEnd - 1])) valueEnd--;
        if (fields == limits.headerLines()) return refuse(431, "more than " + limits.headerLines() + " header lines");
        int at = fields++ * Headers.BOUNDS_PER_FIELD;
        bounds[at] = nameStart;
        bounds[at + 1] = colon;
        bounds[at + 2] = valueStart;
        bounds[at + 3] = valueEnd;
        return meaning.take(fields - 1, nameStart, colon, valueStart, valueEnd) ? position + 2 : REFUSED;
    }

    private Refused tooLargeBody(RequestHead head) {
        Refusal reason = new Refusal(413, "the body is larger than " + limits.bodyBytes() + " bytes");
        return new Refused(reason, method == Method.HEAD, head);
    }

    private Parsed head(int position) {
        Method known = method;
        if (known == null) throw new IllegalStateException("a head without a method");
        int pathStart = pathStart(known);
        if (pathStart < 0) return refused();
        int question = pathStart;
        while (question < targetEnd && bytes[question] != '?') question++;
        String path = path(pathStart, question);
        if (path == null) return refused();
        String query = question < targetEnd ? RequestTarget.text(bytes, question + 1, targetEnd) : "";
        return new RequestHead(
                known,
                path,
                query,
                version,
                headers(position),
                meaning.contentLength(),
                meaning.isChunked(),
                meaning.keepAlive(version),
                meaning.expectContinue(version),
                position);
    }

    private Headers headers(int position) {
        if (authorityEnd > 0) return headersForAbsoluteForm(position);
        if (fields == 0) return Headers.NONE;
        int[] places = Arrays.copyOf(bounds, fields * Headers.BOUNDS_PER_FIELD);
        int sectionStart = places[0];
        for (int i = 0; i < places.length; i++) places[i] -= sectionStart;
        return new Headers(Arrays.copyOfRange(bytes, sectionStart, position), places, fields);
    }

    /** Returns the fields with the host of an absolute target in place of the Host field (RFC 9112, section 3.2.2). */
    private Headers headersForAbsoluteForm(int position) {
        boolean isHostNamed = meaning.haveHost();
        int count = isHostNamed ? fields : fields + 1;
        int[] places = Arrays.copyOf(bounds, count * Headers.BOUNDS_PER_FIELD);
        int sectionStart = fields == 0 ? position : places[0];
        for (int i = 0; i < fields * Headers.BOUNDS_PER_FIELD; i++) places[i] -= sectionStart;

        byte[] name = isHostNamed ? NO_BYTES : HOST;
        int nameStart = position - sectionStart;
        int valueStart = nameStart + name.length;
        int valueLength = authorityEnd - authorityStart;
        byte[] section = Arrays.copyOfRange(bytes, sectionStart, sectionStart + valueStart + valueLength);
        System.arraycopy(name, 0, section, nameStart, name.length);
        System.arraycopy(bytes, authorityStart, section, valueStart, valueLength);

        int at = (isHostNamed ? meaning.hostField() : fields) * Headers.BOUNDS_PER_FIELD;
        if (!isHostNamed) {
            places[at] = nameStart;
            places[at + 1] = valueStart;
        }
        places[at + 2] = valueStart;
        places[at + 3] = valueStart + valueLength;
        return new Headers(section, places, count);
    }

    /**
     * Returns the start of the path in the target, according to its form (RFC 9112, section 3.2), or {@code REFUSED}.
     */
    private int pathStart(Method method) {
        if (method == Method.CONNECT) {
            return Authority.isValidWithPort(bytes, targetStart, targetEnd)
                    ? refuse(501, "this server is no proxy")
                    : refuse(400, "the target of CONNECT is no host and port");
        }
        if (targetStart == targetEnd) return refuse(400, "the request line has no target");
        if (bytes[targetStart] == '/') return targetStart;
        if (method == Method.OPTIONS && targetEnd - targetStart == 1 && bytes[targetStart] == '*') return targetStart;
        int authority = absoluteFormAuthority();
        if (authority < 0) return refuse(400, "the target is neither a path nor an http URI");
        int slash = authority;
        while (slash < targetEnd && bytes[slash] != '/' && bytes[slash] != '?') slash++;
        if (!Authority.isValid(bytes, authority, slash)) return refuse(400, "the target's host is malformed");
        authorityStart = authority;
        authorityEnd = slash;
        return slash;
    }

    private int absoluteFormAuthority() {
        for (String scheme : new String[] {"http://", "https://"}) {
            if (targetEnd - targetStart > scheme.length()
                    && FieldSyntax.isWord(scheme, bytes, targetStart, targetStart + scheme.length()))
                return targetStart + scheme.length();
        }
        return -1;
    }

    private @Nullable String path(int from, int to) {
        if (!RequestTarget.isWellEncoded(bytes, from, targetEnd)) {
            refuse(400, RequestTarget.BADLY_ENCODED);
            return null;
        }
        // An absolute target that ends after its host makes OPTIONS ask about the whole server (RFC 9112, section
        // 3.2.4).
        if (from == targetEnd && method == Method.OPTIONS) return "*";
        if (from == to) return "/";
        String clean = RequestTarget.cleanPath(bytes, from, to);
        if (clean == null) refuse(400, RequestTarget.CLIMBS);
        return clean;
    }

    private Refused tooLongLine() {
        refuse(414, "the request line is longer than " + limits.requestLineBytes() + " bytes");
        return refused();
    }

    private Refused tooManyHeaders() {
        refuse(431, "the header section is larger than " + limits.headerBytes() + " bytes");
        return refused();
    }

    private Refused refused() {
        Refusal reason = refusal == null ? meaning.refusal() : refusal;
        if (reason == null) throw new IllegalStateException("refused without a reason");
        return new Refused(reason, method == Method.HEAD, null);
    }

    /** Records the reason. Always returns {@code REFUSED}. */
    private int refuse(int status, String detail) {
        refusal = new Refusal(status, detail);
        return REFUSED;
    }
}
