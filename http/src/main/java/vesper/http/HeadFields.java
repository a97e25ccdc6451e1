package vesper.http;

import org.jspecify.annotations.Nullable;
import vesper.http.fields.FieldList;
import vesper.http.fields.FieldSyntax;

/**
 * An interpreter of the fields in a request head that concern the message itself: its host, the end of its content and
 * the persistence of the connection (RFC 9110, sections 7.2 and 10.1.1; RFC 9112, sections 3.2, 6 and 9.3). One thread
 * uses it for one head after the other.
 */
final class HeadFields {
    private byte[] bytes = {};

    private @Nullable Refusal refusal;
    private int hosts;
    private int hostField;
    private boolean hostValid;
    private long contentLength;
    private boolean lengthGiven;
    private boolean transferEncodingGiven;
    private boolean chunked;
    private boolean close;
    private boolean keepAlive;
    private boolean expectsContinue;

    /** Starts a new head, in these bytes. */
    void start(byte[] source) {
        bytes = source;
        refusal = null;
        hosts = 0;
        hostValid = true;
        contentLength = 0;
        lengthGiven = false;
        transferEncodingGiven = false;
        chunked = false;
        close = false;
        keepAlive = false;
        expectsContinue = false;
    }

    /**
     * Interprets one field.
     *
     * @param field index among the fields of the head, counted from 0
     * @return false if the field is refused
     */
    boolean take(int field, int nameStart, int nameEnd, int valueStart, int valueEnd) {
        return switch (nameEnd - nameStart) {
            case 4 -> !isNamed("host", nameStart, nameEnd) || host(field, valueStart, valueEnd);
            case 6 -> !isNamed("expect", nameStart, nameEnd) || expect(valueStart, valueEnd);
            case 10 -> !isNamed("connection", nameStart, nameEnd) || connection(valueStart, valueEnd);
            case 14 -> !isNamed("content-length", nameStart, nameEnd) || contentLength(valueStart, valueEnd);
            case 17 -> !isNamed("transfer-encoding", nameStart, nameEnd) || transferEncoding(valueStart, valueEnd);
            default -> true;
        };
    }

    private boolean isNamed(String lowerCase, int from, int to) {
        return FieldSyntax.isWord(lowerCase, bytes, from, to);
    }

    private boolean host(int field, int from, int to) {
        hosts++;
        hostField = field;
        hostValid = Authority.isValid(bytes, from, to);
        return true;
    }

    /** Parses a list (RFC 9110, section 10.1.1), so elements may be empty. */
    private boolean expect(int from, int to) {
        for (int start = from, last; start <= to; start = last + 1) {
            last = FieldList.elementEnd(bytes, start, to);
            if (FieldList.isElement("", bytes, start, last)) continue;
            if (!FieldList.isElement("100-continue", bytes, start, last))
                return refuse(417, "only 100-continue can be expected");
            expectsContinue = true;
        }
        return true;
    }

    private boolean connection(int from, int to) {
        for (int start = from, last; start <= to; start = last + 1) {
            last = FieldList.elementEnd(bytes, start, to);
            if (FieldList.isElement("close", bytes, start, last)) close = true;
            if (FieldList.isElement("keep-alive", bytes, start, last)) keepAlive = true;
        }
        return true;
    }

    private boolean contentLength(int from, int to) {
        if (lengthGiven) return refuse(400, "more than one Content-Length");
        if (from == to) return refuse(400, "Content-Length is empty");
        lengthGiven = true;
        for (int i = from; i < to; i++) {
            if (bytes[i] < '0' || bytes[i] > '9') return refuse(400, "Content-Length is not a number");
            // A value beyond every limit need not be exact.
            if (contentLength <= Long.MAX_VALUE / 10 - 10) contentLength = contentLength * 10 + (bytes[i] - '0');
        }
        return true;
    }

    private boolean transferEncoding(int from, int to) {
        if (transferEncodingGiven) return refuse(400, "more than one Transfer-Encoding");
        transferEncodingGiven = true;
        chunked = FieldSyntax.isWord("chunked", bytes, from, to);
        if (chunked) return true;
        return endsWithChunkedAlone(from, to)
                ? refuse(501, "chunked is the only transfer coding known here")
                : refuse(400, "the last transfer coding is not chunked, or not once");
    }

    /** Checks that chunked is the last coding of a list and occurs once. */
    private boolean endsWithChunkedAlone(int from, int to) {
        int start = from;
        for (int last = FieldList.elementEnd(bytes, start, to);
                last < to;
                last = FieldList.elementEnd(bytes, start, to)) {
            if (FieldList.isElement("", bytes, start, last) || FieldList.isElement("chunked", bytes, start, last))
                return false;
            start = last + 1;
        }
        return FieldList.isElement("chunked", bytes, start, to);
    }

    /** Checks the rules between fields (RFC 9112, sections 3.2 and 6.1). Returns false if one is broken. */
    boolean areConsistent(HttpVersion version) {
        if (transferEncodingGiven && lengthGiven) return refuse(400, "both Content-Length and Transfer-Encoding");
        if (transferEncodingGiven && version == HttpVersion.HTTP_1_0)
            return refuse(400, "Transfer-Encoding in HTTP/1.0");
        if (hosts == 0 && version == HttpVersion.HTTP_1_1) return refuse(400, "no Host header");
        if (hosts > 1) return refuse(400, "more than one Host header");
        if (!hostValid) return refuse(400, "the Host header is no host and port");
        return true;
    }

    /** Returns why the fields are refused, or null. */
    @Nullable
    Refusal refusal() {
        return refusal;
    }

    boolean haveHost() {
        return hosts > 0;
    }

    /** Returns the index of Host among the fields of the head, if there is one. */
    int hostField() {
        return hostField;
    }

    /** Returns 0 if there is no Content-Length. */
    long contentLength() {
        return contentLength;
    }

    boolean isChunked() {
        return chunked;
    }

    boolean keepAlive(HttpVersion version) {
        return !close && (version == HttpVersion.HTTP_1_1 || keepAlive);
    }

    boolean expectContinue(HttpVersion version) {
        return expectsContinue && version == HttpVersion.HTTP_1_1;
    }

    /** Records the reason. Always returns false. */
    private boolean refuse(int status, String detail) {
        refusal = new Refusal(status, detail);
        return false;
    }
}
