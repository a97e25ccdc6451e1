package vesper.http;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import vesper.http.fields.FieldSyntax;

/**
 * A response: status, header fields and content. The handler builds it, hands it to the server, and must not change it
 * afterwards.
 *
 * <p>The server adds the fields that frame the response: {@code Date}, {@code Content-Length} or
 * {@code Transfer-Encoding}, and {@code Connection}. To HEAD it sends the same head without the content.
 */
public final class Response {
    private static final int FIRST_FIELDS = 4;

    private final int status;
    private final @Nullable CompletionStage<Response> later;
    private Content content = Bytes.NONE;
    private @Nullable String[] fields = new @Nullable String[FIRST_FIELDS];
    private int fieldTexts;
    private boolean closes;
    private boolean untilClientCloses;
    private boolean hasValidator;

    private Response(int status, @Nullable CompletionStage<Response> later) {
        this.status = status;
        this.later = later;
    }

    /**
     * Creates a response with this final status, without fields or content.
     *
     * @throws IllegalArgumentException if the status is not from 200 to 599
     */
    public static Response of(int status) {
        if (status < 200 || status > 599) throw new IllegalArgumentException("no final status: " + status);
        return new Response(status, null);
    }

    /**
     * Creates a response that is completed later. In the modes that block, the handler's thread waits for it; on an
     * event loop, other connections proceed in the meantime. A stage that fails counts as an exception of the handler.
     */
    public static Response later(CompletionStage<Response> answer) {
        return new Response(200, answer);
    }

    /** Applies a change to this response, or to the later one once it is complete. */
    public Response changed(UnaryOperator<Response> change) {
        CompletionStage<Response> stage = later;
        return stage == null ? change.apply(this) : later(stage.thenApply(ready -> ready.changed(change)));
    }

    public int status() {
        return status;
    }

    /**
     * Adds a field line. The fields that frame the response belong to the server: {@code Content-Length},
     * {@code Transfer-Encoding}, {@code Date} and {@code Connection} are ignored, except that {@code Connection: close}
     * closes the connection.
     *
     * @throws IllegalArgumentException if the name is not a token or the value holds a control character, which would
     *     let a client inject header fields
     */
    public Response header(String name, String value) {
        if (!FieldSyntax.isToken(name)) throw new IllegalArgumentException("no header field name: " + name);
        if (!FieldSyntax.isValue(value))
            throw new IllegalArgumentException("control character in the value of " + name);
        switch (name.length()) {
            case 4 -> hasValidator |= name.equalsIgnoreCase("ETag");
            case 13 -> hasValidator |= name.equalsIgnoreCase("Last-Modified");
            default -> {}
        }
        if (frames(name)) {
            closes |= name.equalsIgnoreCase("Connection") && value.equalsIgnoreCase("close");
            return this;
        }
        if (fieldTexts == fields.length) fields = Arrays.copyOf(fields, fields.length * 2);
        fields[fieldTexts++] = name;
        fields[fieldTexts++] = value;
        return this;
    }

    /**
     * Returns whether the server owns this field. Two lengths, two dates, or a connection that continues after a close
     * would be ambiguous.
     */
    private static boolean frames(String name) {
        return switch (name.length()) {
            case 4 -> name.equalsIgnoreCase("Date");
            case 10 -> name.equalsIgnoreCase("Connection");
            case 14 -> name.equalsIgnoreCase("Content-Length");
            case 17 -> name.equalsIgnoreCase("Transfer-Encoding");
            default -> false;
        };
    }

    /** Returns whether the connection closes after this response. */
    boolean closes() {
        return closes;
    }

    /** Returns whether there is a validator of the content, {@code ETag} or {@code Last-Modified}. */
    public boolean hasValidator() {
        return hasValidator;
    }

    /** Returns the first value of this name. */
    public Optional<String> header(String name) {
        return Optional.ofNullable(headerOrNull(name));
    }

    /** {@link #header(String)} for hot paths. */
    public @Nullable String headerOrNull(String name) {
        for (int i = 0; i < fieldTexts; i += 2) {
            if (fieldText(i).equalsIgnoreCase(name)) return fieldText(i + 1);
        }
        return null;
    }

    /** Returns every value of this name, in order. */
    public List<String> headers(String name) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < fieldTexts; i += 2) {
            if (fieldText(i).equalsIgnoreCase(name)) values.add(fieldText(i + 1));
        }
        return values;
    }

    /**
     * Ends the response, and its connection, when the client closes its side. For streams that last as long as a client
     * listens. Other responses continue, since a client may close its side and still read.
     */
    public Response untilClientCloses() {
        untilClientCloses = true;
        return this;
    }

    boolean isUntilClientCloses() {
        return untilClientCloses;
    }

    /** Returns a copy that may be changed: the handler may return the same object again. */
    public Response copy() {
        return copyAs(status);
    }

    /** Returns a copy with another status. */
    public Response copyAs(int otherStatus) {
        Response copy = new Response(otherStatus, later);
        copy.content = content;
        copy.fields = fields.clone();
        copy.fieldTexts = fieldTexts;
        copy.closes = closes;
        copy.untilClientCloses = untilClientCloses;
        copy.hasValidator = hasValidator;
        return copy;
    }

    /** Removes every field line of this name. */
    public Response withoutHeader(String name) {
        int kept = 0;
        for (int i = 0; i < fieldTexts; i += 2) {
            if (fieldText(i).equalsIgnoreCase(name)) continue;
            fields[kept] = fields[i];
            fields[kept + 1] = fields[i + 1];
            kept += 2;
        }
        fieldTexts = kept;
        return this;
    }

    /** Replaces every field line of this name by one. */
    public Response replaceHeader(String name, String value) {
        return withoutHeader(name).header(name, value);
    }

    /** Sets content that is complete, and takes ownership of the array. */
    public Response body(byte[] bytes) {
        return body(bytes, 0, bytes.length);
    }

    public Response body(byte[] bytes, int offset, int length) {
        content = new Bytes(bytes, offset, length);
        return this;
    }

    /**
     * Sets content of unknown length that is written while it is sent: chunked in HTTP/1.1, until the close in
     * HTTP/1.0.
     */
    public Response body(BodyWriter writer) {
        content = new Streamed(writer, Streamed.LENGTH_UNKNOWN);
        return this;
    }

    /**
     * Sets content of known length that is written while it is sent. If the writer writes less or more, the connection
     * is cut, so that no client takes a part for the whole.
     */
    public Response body(long length, BodyWriter writer) {
        if (length < 0) throw new IllegalArgumentException("length " + length + " is below 0");
        content = new Streamed(writer, length);
        return this;
    }

    public Content content() {
        return content;
    }

    /** Returns the stage given to {@link #later}; empty if this response is complete. */
    public Optional<CompletionStage<Response>> whenReady() {
        return Optional.ofNullable(later);
    }

    /** Returns whether this response was created by {@link #later}. */
    public boolean isLater() {
        return later != null;
    }

    /** Returns the number of names and values that {@link #fieldText} has. */
    int fieldTexts() {
        return fieldTexts;
    }

    /** Returns the names at even and their values at odd indexes. */
    String fieldText(int index) {
        String text = fields[index];
        if (text == null) throw new IndexOutOfBoundsException(index);
        return text;
    }

    /**
     * A writer of content that is produced while it is sent. An exception cuts the connection, so that the client sees
     * the failure.
     */
    @FunctionalInterface
    public interface BodyWriter {
        /**
         * Writes the content. The stream blocks while the client does not read, and fails once it is gone. It need not
         * be closed.
         */
        void writeTo(OutputStream out) throws IOException;

        /** Called instead of {@link #writeTo} if the content is not needed after all. Releases resources. */
        default void discard() throws IOException {}
    }

    /** The content of a response. */
    public sealed interface Content permits Bytes, Streamed {}

    /** Complete content: a range of an array. */
    public static final class Bytes implements Content {
        static final Bytes NONE = new Bytes(new byte[0], 0, 0);

        final byte[] array;
        final int offset;
        final int length;

        Bytes(byte[] array, int offset, int length) {
            Objects.checkFromIndexSize(offset, length, array.length);
            this.array = array;
            this.offset = offset;
            this.length = length;
        }

        /** Returns the array with the content, which starts at {@link #offset}. It must not be changed. */
        public byte[] array() {
            return array;
        }

        public int offset() {
            return offset;
        }

        /** Returns a copy of the content. */
        public byte[] toArray() {
            return Arrays.copyOfRange(array, offset, offset + length);
        }

        public void writeTo(OutputStream out) throws IOException {
            out.write(array, offset, length);
        }

        public int length() {
            return length;
        }
    }

    /**
     * Content that is written while it is sent.
     *
     * @param length in bytes, or {@link #LENGTH_UNKNOWN}
     */
    public record Streamed(BodyWriter writer, long length) implements Content {
        public static final long LENGTH_UNKNOWN = -1;
    }
}
