package vesper.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.util.AsciiString;
import java.time.Instant;
import java.util.Arrays;
import vesper.http.fields.FieldSyntax;
import vesper.http.fields.HttpDate;

/**
 * An encoder for heads of responses (RFC 9112, section 4). One event loop owns it and calls {@link #tick} several times
 * a second, so that the date is formatted once and not per response.
 */
final class ResponseEncoder {
    /** Ways to mark the end of the content. */
    enum Framing {
        LENGTH,
        CHUNKED,
        /** The content ends with the connection (to an HTTP/1.0 client), or the status allows none. */
        UNTOLD
    }

    private static final byte[] CONTENT_LENGTH = "Content-Length: ".getBytes(US_ASCII);
    private static final byte[] CHUNKED = "Transfer-Encoding: chunked\r\n".getBytes(US_ASCII);
    private static final byte[] CLOSE = "Connection: close\r\n".getBytes(US_ASCII);
    private static final byte[] KEEP_ALIVE = "Connection: keep-alive\r\n".getBytes(US_ASCII);
    private static final int LONGEST_NUMBER = 20;

    private byte[] scratch = new byte[1024];
    private int length;
    private long dateSecond = -1;
    private byte[] date = {};
    private AsciiString dateText = AsciiString.EMPTY_STRING;

    ResponseEncoder() {
        tick();
    }

    /** Updates the date. */
    void tick() {
        Instant now = Instant.now();
        if (now.getEpochSecond() == dateSecond) return;
        dateSecond = now.getEpochSecond();
        dateText = AsciiString.of(HttpDate.format(now));
        date = ("Date: " + dateText + "\r\n").getBytes(US_ASCII);
    }

    /** Returns the value of the Date field. */
    AsciiString date() {
        return dateText;
    }

    /**
     * Writes the head of a response.
     *
     * @param contentLength used if {@code framing} is {@code LENGTH}
     * @param keepsAlive whether the connection persists; written if it differs from the default of the version
     */
    void head(
            Response response,
            Framing framing,
            long contentLength,
            HttpVersion version,
            boolean keepsAlive,
            ByteBuf out) {
        length = 0;
        append(Status.line(response.status()));
        append(date);
        for (int i = 0; i < response.fieldTexts(); i += 2) field(response.fieldText(i), response.fieldText(i + 1));
        switch (framing) {
            case LENGTH -> contentLength(contentLength);
            case CHUNKED -> append(CHUNKED);
            case UNTOLD -> {}
        }
        if (!keepsAlive) append(CLOSE);
        else if (version == HttpVersion.HTTP_1_0) append(KEEP_ALIVE);
        ensure(2);
        lineEnd();
        out.writeBytes(scratch, 0, length);
    }

    private void append(byte[] bytes) {
        ensure(bytes.length);
        System.arraycopy(bytes, 0, scratch, length, bytes.length);
        length += bytes.length;
    }

    private void field(String name, String value) {
        ensure(name.length() + value.length() + 4);
        latin1(name);
        scratch[length++] = ':';
        scratch[length++] = ' ';
        latin1(value);
        lineEnd();
    }

    /** Copies a field text, which is ISO-8859-1 (see {@link FieldSyntax}), without an intermediate array. */
    @SuppressWarnings("deprecation")
    private void latin1(String text) {
        text.getBytes(0, text.length(), scratch, length);
        length += text.length();
    }

    private void contentLength(long value) {
        append(CONTENT_LENGTH);
        ensure(LONGEST_NUMBER + 2);
        int digits = 1;
        for (long rest = value; rest >= 10; rest /= 10) digits++;
        long rest = value;
        for (int i = length + digits - 1; i >= length; i--) {
            scratch[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        length += digits;
        lineEnd();
    }

    private void lineEnd() {
        scratch[length++] = '\r';
        scratch[length++] = '\n';
    }

    private void ensure(int more) {
        if (length + more > scratch.length)
            scratch = Arrays.copyOf(scratch, Math.max(scratch.length * 2, length + more));
    }
}
