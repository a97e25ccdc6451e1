package vesper.rest.media;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;

/** Conversion between text and bytes in the character set of a content type. */
public final class TextBytes {
    private static final char REPLACEMENT = '\uFFFD';

    private TextBytes() {}

    /**
     * Decodes bytes strictly.
     *
     * @throws CharacterCodingException if the bytes are malformed: byte sequences that differ must not become the same
     *     text
     */
    public static String strictly(byte[] bytes, Charset charset) throws CharacterCodingException {
        String text = new String(bytes, charset);
        // The client may also have sent the replacement character itself, and only a decoder can tell.
        return text.indexOf(REPLACEMENT) < 0
                ? text
                : charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    }

    /** Encodes a text. UTF-8 is the default if the content type has no character set. */
    public static byte[] of(CharSequence text, String contentType) {
        String charset = ContentType.parameter(contentType, "charset");
        boolean isUtf8 = charset == null || charset.equalsIgnoreCase("UTF-8");
        return text.toString().getBytes(isUtf8 ? UTF_8 : Charset.forName(charset));
    }
}
