package vesper.rest;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import vesper.http.Headers;

/** What a request says of its body: its media type and, optionally, its character set. */
record ContentType(MediaRange type, @Nullable Charset statedCharset) {
    private static final String CHARSET = "charset=";

    /** The content type of a request; empty where it has none. */
    static Optional<ContentType> of(Headers headers) {
        String text = headers.firstOrNull("Content-Type");
        return text == null || text.isBlank() ? Optional.empty() : Optional.of(parse(text));
    }

    /**
     * The content type of this text.
     *
     * @throws ProblemException with 415 if it is no media type or names a character set that nobody knows
     */
    static ContentType parse(String text) {
        MediaRange type = MediaRange.parse(text)
                .filter(MediaRange::isConcrete)
                .orElseThrow(() -> unsupported("Content-Type is no media type"));
        return new ContentType(type, charsetOf(text));
    }

    Optional<Charset> charset() {
        return Optional.ofNullable(statedCharset);
    }

    private static @Nullable Charset charsetOf(String text) {
        int at = text.toLowerCase(Locale.ROOT).indexOf(CHARSET);
        if (at < 0) return null;
        int end = text.indexOf(';', at);
        String name = text.substring(at + CHARSET.length(), end < 0 ? text.length() : end)
                .strip()
                .replace("\"", "");
        try {
            return Charset.forName(name);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            throw unsupported("The character set of Content-Type is not known");
        }
    }

    private static ProblemException unsupported(String detail) {
        return ProblemType.UNSUPPORTED_MEDIA_TYPE.because(detail).exception();
    }
}
