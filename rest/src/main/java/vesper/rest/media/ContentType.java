package vesper.rest.media;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.UnsupportedCharsetException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import vesper.http.Headers;
import vesper.rest.ProblemException;
import vesper.rest.ProblemType;

/** The content type of a request body: its media type and, optionally, its character set. */
public record ContentType(MediaRange type, @Nullable Charset statedCharset) {
    /** Returns the content type of a request; empty if it has none. */
    public static Optional<ContentType> of(Headers headers) {
        String text = headers.firstOrNull("Content-Type");
        return text == null || text.isBlank() ? Optional.empty() : Optional.of(parse(text));
    }

    /**
     * Parses a content type.
     *
     * @throws ProblemException with 415 if it is not a media type or the character set is unknown
     */
    public static ContentType parse(String text) {
        MediaRange type = MediaRange.parse(text)
                .filter(MediaRange::isConcrete)
                .orElseThrow(() -> unsupported("Content-Type is malformed"));
        return new ContentType(type, charsetOf(text));
    }

    public Optional<Charset> charset() {
        return Optional.ofNullable(statedCharset);
    }

    private static @Nullable Charset charsetOf(String text) {
        String name = parameter(text, "charset");
        if (name == null) return null;
        try {
            return Charset.forName(name);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            throw unsupported("The character set of Content-Type is unknown");
        }
    }

    /** Returns the value of a parameter without quotation marks, or null if the media type has no such parameter. */
    static @Nullable String parameter(String mediaType, String name) {
        int semicolon = mediaType.indexOf(';');
        while (semicolon >= 0 && semicolon < mediaType.length()) {
            int end = endOfParameter(mediaType, semicolon + 1);
            int equals = mediaType.indexOf('=', semicolon, end);
            boolean found = equals > 0
                    && mediaType.substring(semicolon + 1, equals).strip().equalsIgnoreCase(name);
            if (found) return mediaType.substring(equals + 1, end).strip().replace("\"", "");
            semicolon = end;
        }
        return null;
    }

    /** Returns the index of the next semicolon outside quotation marks. */
    private static int endOfParameter(String text, int from) {
        boolean quoted = false;
        for (int at = from; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c == '"') quoted = !quoted;
            else if (quoted && c == '\\') at++;
            else if (!quoted && c == ';') return at;
        }
        return text.length();
    }

    private static ProblemException unsupported(String detail) {
        return ProblemType.UNSUPPORTED_MEDIA_TYPE.because(detail).exception();
    }
}
