package vesper.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import vesper.http.fields.FieldSyntax;

/**
 * A decoder that extracts the content of one message from the bytes of its connection, with a declared length or
 * chunked (RFC 9112, sections 6.2 and 7.1). Chunk extensions are checked and dropped, and so are trailers unless the
 * caller wants them.
 *
 * <p>The limits are given at construction; chunk extensions are limited to {@value #EXTENSION_BYTES} bytes for each
 * chunk. Server and client share this class. The status of a {@link Refusal} matters to the server only.
 */
public final class BodyDecoder {
    private static final int EXTENSION_BYTES = 256;
    /** Most hex digits of a chunk size. Longer sizes are refused, even with leading zeros. */
    private static final int SIZE_DIGITS = 15;

    private enum State {
        CONTENT,
        CHUNK_SIZE,
        CHUNK_SIZE_BLANK,
        CHUNK_EXTENSION,
        CHUNK_EXTENSION_QUOTED,
        CHUNK_EXTENSION_ESCAPED,
        CHUNK_SIZE_LF,
        CHUNK_CONTENT,
        CHUNK_CR,
        CHUNK_LF,
        TRAILER_START,
        TRAILER_NAME,
        TRAILER_VALUE,
        TRAILER_LF,
        END_LF,
        DONE
    }

    private final long mostBytes;
    private final int mostTrailerBytes;
    private final int mostTrailerLines;
    private State state;
    private long remaining;
    private long received;
    private int sizeDigits;
    private int extensionBytes;
    private int trailerBytes;
    private int trailerLines;
    /** True if trailers are stored for {@link #trailers}. */
    private final boolean keepsTrailers;
    /** Raw trailer lines; null until there are any. */
    private @Nullable ByteArrayOutputStream keptTrailers;

    private @Nullable Refusal refusal;

    private BodyDecoder(
            State state,
            long remaining,
            long mostBytes,
            int mostTrailerBytes,
            int mostTrailerLines,
            boolean keepsTrailers) {
        this.keepsTrailers = keepsTrailers;
        this.state = state;
        this.remaining = remaining;
        this.mostBytes = mostBytes;
        this.mostTrailerBytes = mostTrailerBytes;
        this.mostTrailerLines = mostTrailerLines;
    }

    BodyDecoder(RequestHead head, HttpLimits limits) {
        this(
                head.chunked() ? State.CHUNK_SIZE : head.contentLength() > 0 ? State.CONTENT : State.DONE,
                head.chunked() ? 0 : head.contentLength(),
                limits.bodyBytes(),
                limits.headerBytes(),
                limits.headerLines(),
                false);
    }

    /** Creates a decoder for content of declared length, which the caller has checked against its limit. */
    public static BodyDecoder ofLength(long bytes) {
        return new BodyDecoder(bytes > 0 ? State.CONTENT : State.DONE, bytes, bytes, 0, 0, false);
    }

    /** Creates a decoder for chunked content of at most {@code mostBytes}. It keeps the {@link #trailers}. */
    public static BodyDecoder chunked(long mostBytes, int mostTrailerBytes, int mostTrailerLines) {
        return new BodyDecoder(State.CHUNK_SIZE, 0, mostBytes, mostTrailerBytes, mostTrailerLines, true);
    }

    public boolean isDone() {
        return state == State.DONE;
    }

    /** Returns why the last {@link #decode} refused the content, or null. */
    public @Nullable Refusal refusal() {
        return refusal;
    }

    /** Returns the content bytes received so far. */
    public long received() {
        return received;
    }

    /** Returns the content bytes still to come; -1 if the content is chunked. */
    public long remaining() {
        return switch (state) {
            case CONTENT -> remaining;
            case DONE -> 0;
            default -> -1;
        };
    }

    /**
     * Passes content to the sink, until the input or the content ends or the sink is full.
     *
     * @return the position after the last byte consumed; after a {@link #refusal} the remaining bytes have no meaning
     */
    public int decode(byte[] bytes, int from, int to, BodySink sink) {
        int position = from;
        while (position < to && state != State.DONE && refusal == null && !sink.isFull()) {
            if (state == State.CONTENT || state == State.CHUNK_CONTENT) position = content(bytes, position, to, sink);
            else framing(bytes[position++]);
        }
        return position;
    }

    private int content(byte[] bytes, int from, int to, BodySink sink) {
        int length = (int) Math.min(to - from, remaining);
        remaining -= length;
        received += length;
        if (remaining == 0) state = state == State.CONTENT ? State.DONE : State.CHUNK_CR;
        sink.content(bytes, from, from + length);
        return from + length;
    }

    private void framing(byte b) {
        switch (state) {
            case CHUNK_SIZE -> chunkSize(b);
            case CHUNK_SIZE_BLANK -> blank(b);
            case CHUNK_EXTENSION -> chunkExtension(b);
            case CHUNK_EXTENSION_QUOTED -> quoted(b);
            case CHUNK_EXTENSION_ESCAPED -> {
                if (extensionFits(b)) state = State.CHUNK_EXTENSION_QUOTED;
            }
            case CHUNK_SIZE_LF -> {
                if (expected(b, '\n')) startChunk();
            }
            case CHUNK_CR -> {
                if (expected(b, '\r')) state = State.CHUNK_LF;
            }
            case CHUNK_LF -> {
                if (expected(b, '\n')) state = State.CHUNK_SIZE;
            }
            case TRAILER_START, TRAILER_NAME, TRAILER_VALUE, TRAILER_LF -> trailer(b);
            case END_LF -> {
                if (expected(b, '\n')) state = State.DONE;
            }
            case CONTENT, CHUNK_CONTENT, DONE -> throw new IllegalStateException("no framing in " + state);
        }
    }

    private void chunkSize(byte b) {
        int digit = b < 0 ? -1 : Character.digit(b, 16);
        if (digit >= 0) {
            if (++sizeDigits > SIZE_DIGITS) refuse(400, "a chunk's size has more than " + SIZE_DIGITS + " digits");
            remaining = remaining << 4 | digit;
        } else if (sizeDigits == 0) {
            refuse(400, "a chunk does not begin with its size");
        } else if (b == '\r') {
            state = State.CHUNK_SIZE_LF;
        } else if (b == ';' || b == ' ' || b == '\t') {
            state = b == ';' ? State.CHUNK_EXTENSION : State.CHUNK_SIZE_BLANK;
            extensionBytes = 1;
        } else {
            refuse(400, "a chunk's size is no hexadecimal number");
        }
    }

    /** Blanks after a size are allowed only before an extension, so a semicolon must follow. */
    private void blank(byte b) {
        if (b == ';') state = State.CHUNK_EXTENSION;
        else if (b != ' ' && b != '\t') refuse(400, "a blank after a chunk's size is not followed by an extension");
        else extensionFits(b);
    }

    private void chunkExtension(byte b) {
        if (b == '\r') state = State.CHUNK_SIZE_LF;
        else if (extensionFits(b) && b == '"') state = State.CHUNK_EXTENSION_QUOTED;
    }

    private void quoted(byte b) {
        if (!extensionFits(b)) return;
        if (b == '"') state = State.CHUNK_EXTENSION;
        else if (b == '\\') state = State.CHUNK_EXTENSION_ESCAPED;
    }

    private boolean extensionFits(byte b) {
        if (!FieldSyntax.isValueByte(b)) refuse(400, "a chunk extension holds a control character");
        if (++extensionBytes > EXTENSION_BYTES)
            refuse(400, "chunk extensions are longer than " + EXTENSION_BYTES + " bytes");
        return refusal == null;
    }

    private void startChunk() {
        sizeDigits = 0;
        if (remaining == 0) {
            state = State.TRAILER_START;
        } else if (received + remaining > mostBytes) {
            refuse(413, "the body is larger than " + mostBytes + " bytes");
        } else {
            state = State.CHUNK_CONTENT;
        }
    }

    private void trailer(byte b) {
        if (++trailerBytes > mostTrailerBytes) {
            refuse(431, "the trailer section is larger than " + mostTrailerBytes + " bytes");
            return;
        }
        switch (state) {
            case TRAILER_START -> {
                if (b == '\r') state = State.END_LF;
                else if (FieldSyntax.isTokenByte(b)) startTrailer();
                else refuse(400, "a trailer line does not begin with a name");
            }
            case TRAILER_NAME -> {
                if (b == ':') state = State.TRAILER_VALUE;
                else if (!FieldSyntax.isTokenByte(b)) refuse(400, "a trailer's name is no token");
            }
            case TRAILER_VALUE -> {
                if (b == '\r') state = State.TRAILER_LF;
                else if (!FieldSyntax.isValueByte(b)) refuse(400, "a trailer holds a control character");
            }
            default -> {
                if (expected(b, '\n')) state = State.TRAILER_START;
            }
        }
        if (keepsTrailers && state != State.END_LF) keep(b);
    }

    private void keep(byte b) {
        ByteArrayOutputStream kept = keptTrailers;
        if (kept == null) keptTrailers = kept = new ByteArrayOutputStream();
        kept.write(b);
    }

    private void startTrailer() {
        state = State.TRAILER_NAME;
        if (++trailerLines > mostTrailerLines) refuse(431, "more than " + mostTrailerLines + " trailer lines");
    }

    /** Returns the trailers, once the content is complete. */
    public Headers trailers() {
        ByteArrayOutputStream kept = keptTrailers;
        if (kept == null) return Headers.NONE;
        List<String> namesAndValues = new ArrayList<>();
        for (String line : kept.toString(ISO_8859_1).split("\r\n", -1)) {
            int colon = line.indexOf(':');
            if (colon < 0) continue; // after the last line end
            namesAndValues.add(line.substring(0, colon));
            namesAndValues.add(line.substring(colon + 1).strip());
        }
        return Headers.of(namesAndValues.toArray(String[]::new));
    }

    private boolean expected(byte b, char wanted) {
        if (b != wanted) refuse(400, "a line of a chunked body does not end with carriage return and line feed");
        return b == wanted;
    }

    private void refuse(int status, String detail) {
        refusal = new Refusal(status, detail);
    }
}
