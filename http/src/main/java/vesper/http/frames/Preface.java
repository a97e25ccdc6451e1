package vesper.http.frames;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/** What a client begins HTTP/2 with (RFC 9113, section 3.4), and how much of it has come. */
public final class Preface {
    private static final byte[] BYTES = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII);

    public static final int LENGTH = BYTES.length;

    private int come;

    public static byte[] bytes() {
        return BYTES.clone();
    }

    /** Whether these bytes are the preface, or its beginning. */
    public static boolean mayBegin(byte[] bytes, int from, int to) {
        int length = Math.min(to - from, LENGTH);
        return Arrays.equals(bytes, from, from + length, BYTES, 0, length);
    }

    public boolean isWhole() {
        return come == LENGTH;
    }

    /** Takes what is missing, as far as it is there; false where something else came. */
    public boolean take(ByteBuf in) {
        while (in.isReadable() && !isWhole()) if (in.readByte() != BYTES[come++]) return false;
        return true;
    }
}
