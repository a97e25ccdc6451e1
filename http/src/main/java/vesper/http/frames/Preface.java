package vesper.http.frames;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/** The client's connection preface of HTTP/2 (RFC 9113, section 3.4), and how much of it has arrived. */
public final class Preface {
    private static final byte[] BYTES = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII);

    public static final int LENGTH = BYTES.length;

    private int come;

    public static byte[] bytes() {
        return BYTES.clone();
    }

    /** Returns whether these bytes are the preface or a prefix of it. */
    public static boolean isPrefix(byte[] bytes, int from, int to) {
        int length = Math.min(to - from, LENGTH);
        return Arrays.equals(bytes, from, from + length, BYTES, 0, length);
    }

    public boolean isWhole() {
        return come == LENGTH;
    }

    /** Reads the missing part, as far as it is there. Returns false if other bytes came. */
    public boolean take(ByteBuf in) {
        while (in.isReadable() && !isWhole()) if (in.readByte() != BYTES[come++]) return false;
        return true;
    }
}
