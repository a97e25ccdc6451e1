package vesper.rest.multipart;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import vesper.http.Refusal;
import vesper.http.RefusedException;

/**
 * A streaming parser of uploads (RFC 2046, section 5.1.1), with a buffer of {@value #BUFFER_BYTES} bytes. Not thread
 * safe. The caller alternates between {@link #next} and calls of {@link #content} until that returns -1.
 *
 * <p>Lines must end with CRLF. The parser skips a preamble before the first delimiter, up to the size limit of a part's
 * header section, and an epilogue after the last one. A delimiter followed by anything but blanks is malformed.
 */
final class MultipartParser {
    private static final int BUFFER_BYTES = 16 << 10;
    private static final int MAX_HEADERS = 20;
    private static final int LINE_END_BYTES = 2;

    private enum State {
        BEFORE_FIRST_PART,
        AFTER_DELIMITER,
        IN_CONTENT,
        AFTER_LAST_PART
    }

    private final InputStream in;
    private final UploadLimits limits;
    private final byte[] delimiter;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int from;
    private int to;
    private long read;
    /** True if {@link #contentEnd} stopped at a delimiter, false if it reached the end of the buffered bytes. */
    private boolean atDelimiter;

    private State state = State.BEFORE_FIRST_PART;
    private int parts;
    private int lineBytes;

    MultipartParser(InputStream in, Boundary boundary, UploadLimits limits) {
        this.in = in;
        this.limits = limits;
        delimiter = boundary.delimiter();
        // The first delimiter may start the body, without a line before it. This is the end of that missing line.
        buffer[to++] = '\r';
        buffer[to++] = '\n';
    }

    /**
     * Returns the head of the next part, or null after the last one.
     *
     * @throws RefusedException if the upload is malformed or exceeds a limit
     */
    @Nullable
    PartHead next() throws IOException {
        switch (state) {
            case BEFORE_FIRST_PART -> skipPreamble();
            case IN_CONTENT -> throw new IllegalStateException("the content of the previous part has not been read");
            case AFTER_DELIMITER -> {}
            case AFTER_LAST_PART -> {
                return null;
            }
        }
        if (readDelimiterEnd()) {
            state = State.AFTER_LAST_PART;
            skipEpilogue();
            return null;
        }
        if (++parts > limits.parts()) throw tooLarge("more than " + limits.parts() + " parts");
        PartHead head = head();
        state = State.IN_CONTENT;
        return head;
    }

    /** Copies content of the current part and returns the number of bytes; -1 at the end of the part. */
    int content(byte[] target) throws IOException {
        while (true) {
            int end = contentEnd();
            if (end > from) {
                int count = Math.min(end - from, target.length);
                System.arraycopy(buffer, from, target, 0, count);
                from += count;
                return count;
            }
            if (atDelimiter) {
                from += delimiter.length;
                state = State.AFTER_DELIMITER;
                return -1;
            }
            fill();
        }
    }

    private void skipPreamble() throws IOException {
        byte[] dropped = new byte[1 << 10];
        long length = 0;
        for (int count = content(dropped); count >= 0; count = content(dropped)) {
            length += count;
            if (length > limits.partHeaderBytes()) throw malformed("it does not start with its boundary");
        }
    }

    private void skipEpilogue() throws IOException {
        from = to;
        while (read(0) >= 0) {}
    }

    /**
     * Returns the position up to which the buffer certainly holds content. Only the first byte of the delimiter is a
     * CR, so after a failed comparison the search continues where it failed. This takes linear time for any input.
     */
    private int contentEnd() {
        atDelimiter = false;
        int at = from;
        while (at < to) {
            if (buffer[at] != '\r') {
                at++;
                continue;
            }
            int length = 1;
            while (length < delimiter.length && at + length < to && buffer[at + length] == delimiter[length]) length++;
            atDelimiter = length == delimiter.length;
            if (atDelimiter || at + length == to) return at;
            at += length;
        }
        return to;
    }

    /** Reads the rest of a delimiter's line. Returns whether it was the last delimiter. */
    private boolean readDelimiterEnd() throws IOException {
        int first = readByte();
        int second = readByte();
        if (first == '-' && second == '-') return true;
        while (first == ' ' || first == '\t') {
            first = second;
            second = readByte();
        }
        if (first != '\r' || second != '\n') throw malformed("its boundary does not end the line");
        return false;
    }

    private PartHead head() throws IOException {
        Map<String, String> fields = new HashMap<>();
        int left = limits.partHeaderBytes();
        for (String line = line(left); !line.isEmpty(); line = line(left)) {
            left -= lineBytes + LINE_END_BYTES;
            int colon = line.indexOf(':');
            String name = colon < 0 ? "" : line.substring(0, colon).toLowerCase(Locale.ROOT);
            if (!FieldParameters.isToken(name)) throw malformed("a header line of a part is malformed");
            if (fields.size() == MAX_HEADERS) throw tooLarge("a part has more than " + MAX_HEADERS + " headers");
            if (fields.put(name, line.substring(colon + 1).strip()) != null) throw malformed("a part repeats a header");
        }
        return PartHead.of(fields, limits);
    }

    /** Returns the next line without its end. Sets {@link #lineBytes} to its length before decoding. */
    private String line(int maxBytes) throws IOException {
        byte[] line = new byte[Math.min(maxBytes, 128)];
        int length = 0;
        while (true) {
            int b = readByte();
            if (b == '\r') {
                if (readByte() != '\n') throw malformed("a bare carriage return in the head of a part");
                lineBytes = length;
                return text(line, length);
            }
            boolean isControl = b < ' ' && b != '\t';
            if (isControl) throw malformed("a control character in the head of a part");
            if (length + 1 + LINE_END_BYTES > maxBytes)
                throw tooLarge("the header section of a part exceeds " + limits.partHeaderBytes() + " bytes");
            if (length == line.length) line = Arrays.copyOf(line, Math.min(maxBytes, 2 * length));
            line[length++] = (byte) b;
        }
    }

    private static String text(byte[] bytes, int length) throws RefusedException {
        try {
            return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, 0, length)).toString();
        } catch (CharacterCodingException e) {
            throw malformed("the head of a part is not UTF-8");
        }
    }

    private int readByte() throws IOException {
        if (from == to) fill();
        return buffer[from++] & 0xff;
    }

    /** Moves the buffered bytes to the front and reads more. */
    private void fill() throws IOException {
        System.arraycopy(buffer, from, buffer, 0, to - from);
        to -= from;
        from = 0;
        int count = read(to);
        if (count < 0) throw malformed("it ends before its last boundary");
        to += count;
    }

    /**
     * Reads into the buffer from this index. Returns the number of bytes, -1 at the end. Parses the bytes within the
     * limit before it reads any beyond it, so that the reason for a rejection does not depend on how the network split
     * the upload.
     */
    private int read(int at) throws IOException {
        long allowed = limits.totalBytes() - read;
        int count = in.read(buffer, at, (int) Math.min(buffer.length - at, Math.max(1, allowed)));
        if (count > allowed) throw tooLarge("more than " + limits.totalBytes() + " bytes in total");
        read += Math.max(0, count);
        return count;
    }

    private static RefusedException malformed(String detail) {
        return new RefusedException(new Refusal(400, "The upload is malformed: " + detail));
    }

    static RefusedException tooLarge(String detail) {
        return new RefusedException(new Refusal(413, "The upload is too large: " + detail));
    }
}
