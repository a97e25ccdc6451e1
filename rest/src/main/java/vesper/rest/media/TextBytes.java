package vesper.rest.media;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;

/** Text in the character set that its content type names. */
public final class TextBytes {
    private static final char REPLACEMENT = '\uFFFD';

    private TextBytes() {}

    /**
     * The text of these bytes.
     *
     * @throws CharacterCodingException if they are none: two texts that are told apart by their bytes must not become
     *     one
     */
    public static String strictly(byte[] bytes, Charset charset) throws CharacterCodingException {
        String text = new String(bytes, charset);
        // What stands in the place of bad bytes may also have been sent; only a decoder knows.
        return text.indexOf(REPLACEMENT) < 0
                ? text
                : charset.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    }

    /** The bytes of a text; UTF-8 where the content type does not say. */
    public static byte[] of(CharSequence text, String contentType) {
        String charset = ContentType.parameter(contentType, "charset");
        boolean isUtf8 = charset == null || charset.equalsIgnoreCase("UTF-8");
        return text.toString().getBytes(isUtf8 ? UTF_8 : Charset.forName(charset));
    }
}
