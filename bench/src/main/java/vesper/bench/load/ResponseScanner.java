package vesper.bench.load;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Finds the ends of HTTP/1 responses, independent of how the bytes are split into reads, and keeps the properties of
 * each response that the generator needs.
 *
 * <pre>
 * response := HTTP/1.x SP status … CRLF field* CRLF body     interim 1xx responses are skipped
 * body     := Content-Length bytes | chunks and trailers | all until the connection ends
 * </pre>
 *
 * Buffers at most the first 256 bytes of a header line. Bodies are not stored, only compared with the expected
 * one. Allocates nothing after construction. Not thread-safe.
 */
final class ResponseScanner {
    private static final int LINE_BYTES = 256;
    private static final byte[] CONTENT_LENGTH = ascii("content-length:");
    private static final byte[] TRANSFER_ENCODING = ascii("transfer-encoding:");
    private static final byte[] CONNECTION = ascii("connection:");
    private static final byte[] CHUNKED = ascii("chunked");
    private static final byte[] CLOSE = ascii("close");
    private static final byte[] KEEP_ALIVE = ascii("keep-alive");
    private static final byte[] HTTP1 = ascii("http/1.");

    private enum State {
        STATUS_LINE,
        FIELDS,
        FIXED_BODY,
        BODY_UNTIL_END,
        CHUNK_SIZE,
        CHUNK,
        CHUNK_END,
        TRAILERS,
        COMPLETE,
        MALFORMED
    }

    private final byte @Nullable [] expectedBody;
    private final byte[] line = new byte[LINE_BYTES];
    private int lineLength;
    private State state = State.STATUS_LINE;
    private int status;
    private boolean headRequest;
    private boolean keepAlive;
    private boolean chunked;
    private long contentLength;
    private long remaining;
    private long bodyBytes;
    private boolean bodyAsExpected;

    ResponseScanner(byte @Nullable [] expectedBody) {
        this.expectedBody = expectedBody;
        reset();
    }

    /** Prepares for the next response. */
    void reset() {
        state = State.STATUS_LINE;
        lineLength = 0;
        beginHead();
    }

    /**
     * Reads bytes until a response is complete or malformed, or the bytes are used up.
     *
     * @param isHead true for the response to a HEAD, which has no body regardless of its header
     * @return the index after the last byte read
     */
    int scan(byte[] bytes, int from, int to, boolean isHead) {
        headRequest = isHead;
        int at = from;
        while (at < to && !isComplete() && !isMalformed()) {
            at = switch (state) {
                case FIXED_BODY, CHUNK, BODY_UNTIL_END -> takeBody(bytes, at, to);
                default -> takeLine(bytes, at, to);
            };
        }
        return at;
    }

    /** Handles the end of the connection, which completes a body without a length. */
    void endOfStream() {
        if (state == State.BODY_UNTIL_END) complete();
    }

    boolean isComplete() {
        return state == State.COMPLETE;
    }

    boolean isMalformed() {
        return state == State.MALFORMED;
    }

    int status() {
        return status;
    }

    /** Returns whether the server keeps the connection open after this response. */
    boolean keepsAlive() {
        return keepAlive;
    }

    /** Returns the length of the body without chunk framing. */
    long bodyBytes() {
        return bodyBytes;
    }

    boolean hasExpectedBody() {
        return bodyAsExpected;
    }

    private int takeLine(byte[] bytes, int from, int to) {
        for (int at = from; at < to; at++) {
            byte next = bytes[at];
            if (next == '\n') {
                if (lineLength > 0 && line[Math.min(lineLength, LINE_BYTES) - 1] == '\r') lineLength--;
                endOfLine();
                lineLength = 0;
                return at + 1;
            }
            if (lineLength < LINE_BYTES) line[lineLength++] = lowerCase(next);
        }
        return to;
    }

    private void endOfLine() {
        switch (state) {
            case STATUS_LINE -> readStatusLine();
            case FIELDS -> {
                if (lineLength == 0) endOfHead();
                else readField();
            }
            case CHUNK_SIZE -> readChunkSize();
            case CHUNK_END -> state = lineLength == 0 ? State.CHUNK_SIZE : State.MALFORMED;
            case TRAILERS -> {
                if (lineLength == 0) complete();
            }
            case FIXED_BODY, BODY_UNTIL_END, CHUNK, COMPLETE, MALFORMED ->
                throw new IllegalStateException("no lines in " + state);
        }
    }

    private void readStatusLine() {
        if (lineLength < 12 || !startsWith(HTTP1)) {
            state = State.MALFORMED;
            return;
        }
        boolean isOfThreeDigits = lineLength == 12 || line[12] == ' ';
        keepAlive = line[7] != '0';
        status = 0;
        for (int at = 9; at < 12; at++) {
            if (line[at] < '0' || line[at] > '9') {
                state = State.MALFORMED;
                return;
            }
            status = status * 10 + line[at] - '0';
        }
        state = isOfThreeDigits && status >= 100 ? State.FIELDS : State.MALFORMED;
    }

    private void readField() {
        if (startsWith(CONTENT_LENGTH)) {
            contentLength = number(CONTENT_LENGTH.length, 10);
            if (contentLength < 0) state = State.MALFORMED;
        } else if (startsWith(TRANSFER_ENCODING)) {
            chunked = contains(TRANSFER_ENCODING.length, CHUNKED);
        } else if (startsWith(CONNECTION)) {
            if (contains(CONNECTION.length, CLOSE)) keepAlive = false;
            else if (contains(CONNECTION.length, KEEP_ALIVE)) keepAlive = true;
        }
    }

    private void endOfHead() {
        if (status < 200) {
            reset();
        } else if (headRequest || status == 204 || status == 304) {
            complete();
        } else if (chunked) {
            state = State.CHUNK_SIZE;
        } else if (contentLength == 0) {
            complete();
        } else if (contentLength > 0) {
            remaining = contentLength;
            state = State.FIXED_BODY;
        } else {
            keepAlive = false;
            state = State.BODY_UNTIL_END;
        }
    }

    private void readChunkSize() {
        remaining = number(0, 16);
        if (remaining < 0) state = State.MALFORMED;
        else state = remaining == 0 ? State.TRAILERS : State.CHUNK;
    }

    private int takeBody(byte[] bytes, int from, int to) {
        int taken = state == State.BODY_UNTIL_END ? to - from : (int) Math.min(remaining, to - from);
        compare(bytes, from, from + taken);
        remaining -= taken;
        if (remaining == 0 && state == State.FIXED_BODY) complete();
        else if (remaining == 0 && state == State.CHUNK) state = State.CHUNK_END;
        return from + taken;
    }

    private void compare(byte[] bytes, int from, int to) {
        int length = to - from;
        if (expectedBody != null && bodyAsExpected) {
            bodyAsExpected = bodyBytes + length <= expectedBody.length
                    && Arrays.equals(bytes, from, to, expectedBody, (int) bodyBytes, (int) bodyBytes + length);
        }
        bodyBytes += length;
    }

    private void complete() {
        if (expectedBody != null && !headRequest) bodyAsExpected &= bodyBytes == expectedBody.length;
        state = State.COMPLETE;
    }

    private void beginHead() {
        chunked = false;
        contentLength = -1;
        remaining = -1;
        bodyBytes = 0;
        bodyAsExpected = true;
    }

    /**
     * Parses the digits of the line from an index on, after blanks; -1 if there are no digits, or too many for a long.
     */
    private long number(int from, int radix) {
        int at = from;
        while (at < lineLength && line[at] == ' ') at++;
        long value = -1;
        for (; at < lineLength; at++) {
            int digit = Character.digit(line[at], radix);
            if (digit < 0) break;
            if (value > Long.MAX_VALUE / radix - 1) return -1;
            value = Math.max(value, 0) * radix + digit;
        }
        return value;
    }

    private boolean startsWith(byte[] prefix) {
        return lineLength >= prefix.length && Arrays.equals(line, 0, prefix.length, prefix, 0, prefix.length);
    }

    private boolean contains(int from, byte[] word) {
        for (int at = from; at + word.length <= lineLength; at++) {
            if (Arrays.equals(line, at, at + word.length, word, 0, word.length)) return true;
        }
        return false;
    }

    private static byte lowerCase(byte character) {
        return character >= 'A' && character <= 'Z' ? (byte) (character | 0x20) : character;
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
