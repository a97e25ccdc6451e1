package vesper.records.admin;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Base64;

/** Kept contents as they are shown. */
final class Contents {
    private Contents() {}

    /** The text, or where the bytes are no UTF-8 text their Base64 behind {@code base64:}. */
    static String shown(ByteBuffer bytes) {
        try {
            return UTF_8.newDecoder().decode(bytes.duplicate()).toString();
        } catch (CharacterCodingException _) {
            return cutText(bytes);
        }
    }

    /** Text that was cut within a character is text all the same. */
    private static String cutText(ByteBuffer bytes) {
        for (int less = 1; less < 4 && less < bytes.remaining(); less++) {
            try {
                ByteBuffer whole = bytes.slice(bytes.position(), bytes.remaining() - less);
                return UTF_8.newDecoder().decode(whole).toString();
            } catch (CharacterCodingException _) {
                // One byte less, then.
            }
        }
        byte[] copy = new byte[bytes.remaining()];
        bytes.duplicate().get(copy);
        return "base64:" + Base64.getEncoder().encodeToString(copy);
    }
}
