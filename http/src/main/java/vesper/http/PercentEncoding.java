package vesper.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;

/** Percent-encoding of RFC 3986, section 2.1, over UTF-8. */
public final class PercentEncoding {
    private PercentEncoding() {}

    /**
     * Decodes a text.
     *
     * @throws IllegalArgumentException if a percent sign is not followed by two hex digits, or the bytes are not UTF-8
     */
    public static String decode(String text) {
        return text.indexOf('%') < 0 ? text : decode(text, false);
    }

    /** Like {@link #decode}, and {@code +} stands for a blank, as in {@code application/x-www-form-urlencoded}. */
    public static String decodeForm(String text) {
        return text.indexOf('%') < 0 && text.indexOf('+') < 0 ? text : decode(text, true);
    }

    private static String decode(String text, boolean plusIsBlank) {
        byte[] encoded = text.getBytes(UTF_8);
        byte[] decoded = new byte[encoded.length];
        int length = 0;
        for (int i = 0; i < encoded.length; i++) {
            byte b = encoded[i];
            if (b == '%') {
                b = (byte) (hexDigit(encoded, i + 1) << 4 | hexDigit(encoded, i + 2));
                i += 2;
            } else if (b == '+' && plusIsBlank) {
                b = ' ';
            }
            decoded[length++] = b;
        }
        try {
            return UTF_8.newDecoder()
                    .decode(ByteBuffer.wrap(decoded, 0, length))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("percent-encoded bytes are not UTF-8", e);
        }
    }

    private static int hexDigit(byte[] encoded, int at) {
        int digit = at < encoded.length ? Character.digit(encoded[at], 16) : -1;
        if (digit < 0) throw new IllegalArgumentException("a percent sign without two hex digits");
        return digit;
    }
}
