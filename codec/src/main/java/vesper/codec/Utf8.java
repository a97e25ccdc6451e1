package vesper.codec;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;

/**
 * Checks for well-formed UTF-8 (RFC 3629). Jackson accepts overlong sequences such as {@code C0 AF} for a slash, which
 * could hide characters from a check on the bytes.
 */
final class Utf8 {
    private static final VarHandle LONG_VIEW =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int PIECE_CHARACTERS = 4096;
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

    private Utf8() {}

    static boolean isWellFormed(byte[] bytes) {
        int ascii = asciiLength(bytes);
        if (ascii == bytes.length) return true;
        CharsetDecoder decoder = UTF_8.newDecoder();
        ByteBuffer rest = ByteBuffer.wrap(bytes, ascii, bytes.length - ascii);
        CharBuffer dropped = CharBuffer.allocate(Math.min(rest.remaining() + 1, PIECE_CHARACTERS));
        CoderResult result = decoder.decode(rest, dropped, true);
        while (result.isOverflow()) result = decoder.decode(rest, dropped.clear(), true);
        return result.isUnderflow();
    }

    /** Returns the length of the byte order mark at the start, in bytes. RFC 8259 allows readers to ignore it. */
    static int byteOrderMarkLength(byte[] bytes) {
        boolean marked =
                bytes.length >= 3 && bytes[0] == (byte) 0xEF && bytes[1] == (byte) 0xBB && bytes[2] == (byte) 0xBF;
        return marked ? 3 : 0;
    }

    /** Returns the number of bytes at the start that are ASCII. */
    private static int asciiLength(byte[] bytes) {
        int at = 0;
        while (at + Long.BYTES <= bytes.length && ((long) LONG_VIEW.get(bytes, at) & HIGH_BITS) == 0) at += Long.BYTES;
        while (at < bytes.length && bytes[at] >= 0) at++;
        return at;
    }
}
