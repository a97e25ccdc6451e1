package vesper.records.admin;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Base64;

/** Formatting of kept contents for display. */
final class Contents {
    private Contents() {}

    /** Returns the bytes as text, or, if they are not UTF-8, as Base64 after {@code base64:}. */
    static String shown(ByteBuffer bytes) {
        try {
            return UTF_8.newDecoder().decode(bytes.duplicate()).toString();
        } catch (CharacterCodingException _) {
            return cutText(bytes);
        }
    }

    /** Decodes text whose last character may be cut off. */
    private static String cutText(ByteBuffer bytes) {
        for (int less = 1; less < 4 && less < bytes.remaining(); less++) {
            try {
                ByteBuffer whole = bytes.slice(bytes.position(), bytes.remaining() - less);
                return UTF_8.newDecoder().decode(whole).toString();
            } catch (CharacterCodingException _) {
                // Retry with one byte less.
            }
        }
        byte[] copy = new byte[bytes.remaining()];
        bytes.duplicate().get(copy);
        return "base64:" + Base64.getEncoder().encodeToString(copy);
    }
}
