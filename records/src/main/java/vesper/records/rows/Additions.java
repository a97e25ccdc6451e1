package vesper.records.rows;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;

/**
 * Encodes and decodes what code added to a transaction: the content of {@link Columns#ADDITIONS}.
 * <pre>
 * additions := addition*
 * addition  := kind:u8 at:u64 cut:u8 name:text contentType:text value:text      at in milliseconds since 1970
 * text      := length:u32 UTF-8                                           a payload may be any bytes
 * </pre>
 */
public final class Additions {
    /** The kind of an addition. */
    public enum Kind {
        /** A state: {@code name} is the state, {@code value} its payload. */
        STATE(0),
        /** A property: {@code name} is its name, {@code value} its text. */
        PROPERTY(1),
        /** A log line: {@code value} is the line. */
        LOG(2),
        /** A link: {@code name} is the relation, {@code value} the id of the other transaction. */
        LINK(3);

        private static final Kind[] BY_CODE = {STATE, PROPERTY, LOG, LINK};

        private final int code;

        Kind(int code) {
            this.code = code;
        }
    }

    /**
     * One addition.
     *
     * @param cut true if the value was truncated
     */
    public record Addition(Kind kind, long atMillis, boolean cut, String name, String contentType, ByteBuffer value) {
        /** Returns a copy with another value. */
        public Addition with(ByteBuffer other) {
            return new Addition(kind, atMillis, cut, name, contentType, other);
        }

        public String text() {
            return UTF_8.decode(value.duplicate()).toString();
        }
    }

    /** Receives the additions in their order. */
    public interface Reader {
        void addition(Addition addition);
    }

    private Additions() {}

    public static void write(ByteBuffer out, Addition addition) {
        out.put((byte) addition.kind().code);
        out.putLong(addition.atMillis());
        out.put((byte) (addition.cut() ? 1 : 0));
        text(out, UTF_8.encode(addition.name()));
        text(out, UTF_8.encode(addition.contentType()));
        text(out, addition.value().duplicate());
    }

    /** Returns an upper bound of the bytes that {@link #write} needs. */
    public static int mostBytes(Addition addition) {
        int perChar = 3;
        return 1
                + Long.BYTES
                + 1
                + 3 * Integer.BYTES
                + perChar * (addition.name().length() + addition.contentType().length())
                + addition.value().remaining();
    }

    /**
     * Decodes additions and passes each to the reader.
     *
     * @throws IllegalArgumentException if the bytes are not additions
     */
    public static void read(ByteBuffer in, Reader reader) {
        while (in.hasRemaining()) {
            int kind = in.get();
            if (kind < 0 || kind >= Kind.BY_CODE.length) throw new IllegalArgumentException("no kind " + kind);
            long at = in.getLong();
            boolean cut = in.get() != 0;
            String name = UTF_8.decode(text(in)).toString();
            String contentType = UTF_8.decode(text(in)).toString();
            reader.addition(new Addition(Kind.BY_CODE[kind], at, cut, name, contentType, text(in)));
        }
    }

    private static void text(ByteBuffer out, ByteBuffer bytes) {
        out.putInt(bytes.remaining()).put(bytes);
    }

    private static ByteBuffer text(ByteBuffer in) {
        int length = in.getInt();
        if (length < 0 || length > in.remaining()) throw new IllegalArgumentException("a text of " + length + " bytes");
        ByteBuffer text = in.slice(in.position(), length);
        in.position(in.position() + length);
        return text;
    }
}
