package vesper.http.client;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import vesper.http.Headers;
import vesper.http.HttpVersion;
import vesper.http.fields.FieldList;
import vesper.http.fields.FieldSyntax;

/**
 * A strict parser for the head of a response (RFC 9112, sections 4 to 6): input that two implementations could
 * understand in two ways is refused. It keeps its state between calls, so a head that arrives slowly costs the same as
 * a complete one.
 *
 * <p>One exception: the blank after the status code may be missing if there is no reason phrase, as with many servers.
 */
final class ResponseHeadParser {
    private enum State {
        VERSION,
        CODE,
        AFTER_CODE,
        REASON,
        LINE_LF,
        FIELD_START,
        NAME,
        BEFORE_VALUE,
        VALUE,
        END_LF,
        DONE
    }

    private static final String VERSION = "HTTP/1.";
    private static final int FIRST_BYTES = 512;
    private static final int FIRST_FIELDS = 16;
    private static final int BOUNDS_PER_FIELD = 4;

    private final int mostBytes;
    private final int mostLines;

    private byte[] bytes = new byte[FIRST_BYTES];
    private int[] bounds = new int[FIRST_FIELDS * BOUNDS_PER_FIELD];
    private State state = State.VERSION;
    private int length;
    private int total;
    private int lines;
    private @Nullable String refusal;
    private boolean tooLarge;

    private int statusLineAt;
    private int minor;
    private int status;
    private int nameStart;
    private int nameEnd;
    private int valueStart;
    private int valueEnd;
    private long contentLength;
    private boolean transferEncodingGiven;
    private boolean close;
    private boolean keepAlive;

    ResponseHeadParser(int mostBytes, int mostLines) {
        this.mostBytes = mostBytes;
        this.mostLines = mostLines;
        reset();
    }

    private void reset() {
        state = State.VERSION;
        length = 0;
        total = 0;
        lines = 0;
        statusLineAt = 0;
        minor = 0;
        status = 0;
        contentLength = -1;
        transferEncodingGiven = false;
        close = false;
        keepAlive = false;
    }

    boolean isDone() {
        return state == State.DONE;
    }

    /** Returns the broken rule, or null. */
    @Nullable
    String refusal() {
        return refusal;
    }

    /** Returns whether the head was refused only for its size. */
    boolean isTooLarge() {
        return tooLarge;
    }

    /** Parses bytes until the head ends or is refused, or the input ends. Returns the position reached. */
    int feed(byte[] input, int from, int to) {
        int position = from;
        while (position < to && state != State.DONE && refusal == null) {
            if (++total > mostBytes) {
                tooLarge = true;
                return refused(position, "its head is larger than " + mostBytes + " bytes");
            }
            take(input[position++]);
        }
        return position;
    }

    private int refused(int position, String why) {
        refusal = why;
        return position;
    }

    private void refuse(String why) {
        if (refusal == null) refusal = why;
    }

    private void take(byte b) {
        switch (state) {
            case VERSION -> version(b);
            case CODE -> code(b);
            case AFTER_CODE -> {
                if (b == ' ') state = State.REASON;
                else if (b == '\r') state = State.LINE_LF;
                else refuse("the status code is not followed by a blank");
            }
            case REASON -> {
                if (b == '\r') state = State.LINE_LF;
                else if (!FieldSyntax.isValueByte(b)) refuse("its reason phrase holds a control character");
            }
            case LINE_LF -> {
                if (b == '\n') state = State.FIELD_START;
                else refuse("a carriage return is not followed by a line feed");
            }
            case FIELD_START -> fieldStart(b);
            case NAME -> name(b);
            case BEFORE_VALUE -> {
                if (b == ' ' || b == '\t') return;
                valueStart = length;
                valueEnd = length;
                state = State.VALUE;
                value(b);
            }
            case VALUE -> value(b);
            case END_LF -> end(b);
            case DONE -> throw new IllegalStateException("the head has ended");
        }
    }

    private void version(byte b) {
        if (statusLineAt < VERSION.length()) {
            if (b != VERSION.charAt(statusLineAt++)) refuse("it does not begin with HTTP/1.0 or HTTP/1.1");
        } else if (statusLineAt == VERSION.length()) {
            if (!isDigit(b)) refuse("its version is no HTTP/1 version");
            minor = b - '0';
            statusLineAt++;
        } else {
            if (b != ' ') refuse("its version is not followed by a blank");
            statusLineAt = 0;
            state = State.CODE;
        }
    }

    private void code(byte b) {
        if (!isDigit(b)) refuse("its status code is not three digits");
        status = status * 10 + (b - '0');
        if (++statusLineAt < 3) return;
        if (status < 100) refuse("there is no status code below 100");
        state = State.AFTER_CODE;
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    private void fieldStart(byte b) {
        if (b == '\r') {
            state = State.END_LF;
        } else if (b == ' ' || b == '\t') {
            refuse("a header line begins with white space");
        } else if (lines == mostLines) {
            tooLarge = true;
            refuse("its head has more than " + mostLines + " header lines");
        } else {
            lines++;
            nameStart = length;
            state = State.NAME;
            name(b);
        }
    }

    private void name(byte b) {
        if (FieldSyntax.isTokenByte(b)) {
            append(b);
        } else if (b == ':' && length > nameStart) {
            nameEnd = length;
            state = State.BEFORE_VALUE;
        } else {
            refuse("a header line does not begin with a name and a colon");
        }
    }

    private void value(byte b) {
        if (b == '\r') {
            field();
            state = State.LINE_LF;
        } else if (FieldSyntax.isValueByte(b)) {
            append(b);
            if (b != ' ' && b != '\t') valueEnd = length;
        } else {
            refuse("a header value holds a control character");
        }
    }

    private void append(byte b) {
        if (length == bytes.length) bytes = Arrays.copyOf(bytes, length * 2);
        bytes[length++] = b;
    }

    private void field() {
        int at = (lines - 1) * BOUNDS_PER_FIELD;
        if (at == bounds.length) bounds = Arrays.copyOf(bounds, at * 2);
        bounds[at] = nameStart;
        bounds[at + 1] = nameEnd;
        bounds[at + 2] = valueStart;
        bounds[at + 3] = valueEnd;
        switch (nameEnd - nameStart) {
            case 10 -> {
                if (isNamed("connection")) connection();
            }
            case 14 -> {
                if (isNamed("content-length")) contentLength();
            }
            case 17 -> {
                if (isNamed("transfer-encoding")) transferEncoding();
            }
            default -> {}
        }
    }

    private boolean isNamed(String lowerCase) {
        return FieldSyntax.isWord(lowerCase, bytes, nameStart, nameEnd);
    }

    private void connection() {
        for (int start = valueStart, last; start <= valueEnd; start = last + 1) {
            last = FieldList.elementEnd(bytes, start, valueEnd);
            if (FieldList.isElement("close", bytes, start, last)) close = true;
            if (FieldList.isElement("keep-alive", bytes, start, last)) keepAlive = true;
        }
    }

    private void contentLength() {
        if (contentLength >= 0) refuse("it has more than one Content-Length");
        if (valueStart == valueEnd) refuse("its Content-Length is empty");
        contentLength = 0;
        for (int i = valueStart; i < valueEnd; i++) {
            if (!isDigit(bytes[i])) refuse("its Content-Length is not a number");
            if (contentLength > Long.MAX_VALUE / 10 - 10) refuse("its Content-Length is no possible one");
            contentLength = contentLength * 10 + (bytes[i] - '0');
        }
    }

    private void transferEncoding() {
        if (transferEncodingGiven) refuse("it has more than one Transfer-Encoding");
        transferEncodingGiven = true;
        if (!FieldSyntax.isWord("chunked", bytes, valueStart, valueEnd))
            refuse("it has a transfer coding other than chunked");
    }

    /** Checks the rules between fields (RFC 9112, sections 6.1 and 6.3). */
    private void end(byte b) {
        if (b != '\n') refuse("a carriage return is not followed by a line feed");
        if (transferEncodingGiven && contentLength >= 0) refuse("it has both Content-Length and Transfer-Encoding");
        if (transferEncodingGiven && minor == 0) refuse("it has Transfer-Encoding in HTTP/1.0");
        if (transferEncodingGiven && (status < 200 || status == 204))
            refuse("it has Transfer-Encoding with status " + status);
        if (refusal == null) state = State.DONE;
    }

    /** Returns the completed head and resets the parser for the next one. */
    ResponseHead take() {
        if (state != State.DONE) throw new IllegalStateException("the head has not ended");
        HttpVersion version = minor == 0 ? HttpVersion.HTTP_1_0 : HttpVersion.HTTP_1_1;
        boolean keeps = !close && (minor > 0 || keepAlive);
        Headers headers = lines == 0
                ? Headers.NONE
                : Headers.parsed(Arrays.copyOf(bytes, length), Arrays.copyOf(bounds, lines * BOUNDS_PER_FIELD), lines);
        ResponseHead head = new ResponseHead(status, version, headers, contentLength, transferEncodingGiven, keeps);
        reset();
        return head;
    }
}
