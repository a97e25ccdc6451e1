package vesper.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.charset.Charset;
import java.util.Locale;

/** Text in the character set that its content type names. */
final class TextBytes {
    private TextBytes() {}

    /** The bytes of a text; UTF-8 where the content type does not say. */
    static byte[] of(CharSequence text, String contentType) {
        int at = contentType.toLowerCase(Locale.ROOT).indexOf("charset=");
        if (at < 0) return text.toString().getBytes(UTF_8);
        int end = contentType.indexOf(';', at);
        String name = contentType
                .substring(at + 8, end < 0 ? contentType.length() : end)
                .strip()
                .replace("\"", "");
        return text.toString().getBytes(name.equalsIgnoreCase("UTF-8") ? UTF_8 : Charset.forName(name));
    }
}
