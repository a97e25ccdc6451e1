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
 * One answer: status, header fields and content. Built by the handler, then handed to the server and left alone.
 *
 * <p>The server adds what frames it: {@code Date}, {@code Content-Length} or {@code Transfer-Encoding}, and
 * {@code Connection}. For HEAD it sends the same head without the content.
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
     * An answer with this final status, without fields or content.
     *
     * @throws IllegalArgumentException if the status is not of 200 to 599
     */
    public static Response of(int status) {
        if (status < 200 || status > 599) throw new IllegalArgumentException("no final status: " + status);
        return new Response(status, null);
    }

    /**
     * An answer that is not there yet. In the modes that block, the handler's thread waits for it; on an event loop
     * the connection goes on with others meanwhile. A stage that fails counts as thrown by the handler.
     */
    public static Response later(CompletionStage<Response> answer) {
        return new Response(200, answer);
    }

    /** This answer changed, where it is not there yet as soon as it is. */
    public Response changed(UnaryOperator<Response> change) {
        CompletionStage<Response> stage = later;
        return stage == null ? change.apply(this) : later(stage.thenApply(ready -> ready.changed(change)));
    }

    public int status() {
        return status;
    }

    /**
     * Adds a field line. Those that frame the answer are the server's own: {@code Content-Length},
     * {@code Transfer-Encoding}, {@code Date} and {@code Connection} are not taken over, but {@code Connection: close}
     * is carried out.
     *
     * @throws IllegalArgumentException if the name is no token or the value holds a control character, which would let
     *     a client write header fields of its own
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

    /** Two lengths in one answer, two dates, or a connection that goes on after a close, would be read in two ways. */
    private static boolean frames(String name) {
        return switch (name.length()) {
            case 4 -> name.equalsIgnoreCase("Date");
            case 10 -> name.equalsIgnoreCase("Connection");
            case 14 -> name.equalsIgnoreCase("Content-Length");
            case 17 -> name.equalsIgnoreCase("Transfer-Encoding");
            default -> false;
        };
    }

    /** Whether the connection ends with this answer. */
    boolean closes() {
        return closes;
    }

    /** Whether it says which version its content is of, {@code ETag} or {@code Last-Modified}. */
    public boolean hasValidator() {
        return hasValidator;
    }

    /** The first value under this name. */
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

    /** Every value under this name, in order. */
    public List<String> headers(String name) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < fieldTexts; i += 2) {
            if (fieldText(i).equalsIgnoreCase(name)) values.add(fieldText(i + 1));
        }
        return values;
    }

    /**
     * Ends the answer, and with it the connection, when the client closes its side: for a stream that goes on for as
     * long as somebody listens. Other answers are sent on, for a client may close its side and still read.
     */
    public Response untilClientCloses() {
        untilClientCloses = true;
        return this;
    }

    boolean isUntilClientCloses() {
        return untilClientCloses;
    }

    /** A copy to be changed: the handler may answer with the same object again. */
    public Response copy() {
        return copyAs(status);
    }

    /** As {@link #copy}, with another status. */
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

    /** Takes away every field line under this name. */
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

    /** Puts one field line in the place of every one under this name. */
    public Response replaceHeader(String name, String value) {
        return withoutHeader(name).header(name, value);
    }

    /** Content that is whole; the array is taken over. */
    public Response body(byte[] bytes) {
        return body(bytes, 0, bytes.length);
    }

    public Response body(byte[] bytes, int offset, int length) {
        content = new Bytes(bytes, offset, length);
        return this;
    }

    /** Content of unknown length, written while it is sent: chunked in HTTP/1.1, until the close in 1.0. */
    public Response body(BodyWriter writer) {
        content = new Streamed(writer, Streamed.LENGTH_UNKNOWN);
        return this;
    }

    /**
     * Content of known length, written while it is sent. A writer that writes less or more than it said has the
     * connection cut, so that no client takes a part for the whole.
     */
    public Response body(long length, BodyWriter writer) {
        if (length < 0) throw new IllegalArgumentException("length " + length + " is below 0");
        content = new Streamed(writer, length);
        return this;
    }

    public Content content() {
        return content;
    }

    /** The stage given to {@link #later}; empty where the answer is there. */
    public Optional<CompletionStage<Response>> whenReady() {
        return Optional.ofNullable(later);
    }

    /** Whether it is an answer of {@link #later}. */
    public boolean isLater() {
        return later != null;
    }

    /** How many names and values {@link #fieldText} has. */
    int fieldTexts() {
        return fieldTexts;
    }

    /** The names at even, their values at odd indexes. */
    String fieldText(int index) {
        String text = fields[index];
        if (text == null) throw new IndexOutOfBoundsException(index);
        return text;
    }

    /** Writes content while it is sent; what it throws cuts the connection, so that the client can tell. */
    @FunctionalInterface
    public interface BodyWriter {
        /** The stream blocks while the client does not read, and fails once it is gone. Closing it is not needed. */
        void writeTo(OutputStream out) throws IOException;

        /**
         * Called in the place of {@link #writeTo} where the content turns out not to be wanted; lets go of what it
         * holds.
         */
        default void discard() throws IOException {}
    }

    /** What follows the head. */
    public sealed interface Content permits Bytes, Streamed {}

    /** Content that is whole: a stretch of an array. */
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

        /** Where the content lies, from {@link #offset} on; not to be changed. */
        public byte[] array() {
            return array;
        }

        public int offset() {
            return offset;
        }

        /** A copy of the content. */
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
