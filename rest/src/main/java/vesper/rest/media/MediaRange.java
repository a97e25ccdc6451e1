package vesper.rest.media;

import java.util.Locale;
import java.util.Optional;
import vesper.codec.MediaFormat;

/**
 * A media type or range of types (RFC 9110, section 12.5.1), in lower case and without parameters:
 * {@code application/json}, {@code text/*}, {@code application/*+json}, {@code *}{@code /*}.
 */
public record MediaRange(String type, String subtype) {
    static final MediaRange ANY = new MediaRange("*", "*");
    public static final MediaRange JSON = new MediaRange("application", "json");
    public static final MediaRange XML = new MediaRange("application", "xml");

    /** Parses the range before any parameters; empty if the text does not start with one. */
    public static Optional<MediaRange> parse(String text) {
        int end = text.indexOf(';');
        String range = (end < 0 ? text : text.substring(0, end)).strip().toLowerCase(Locale.ROOT);
        if (range.equals("*")) return Optional.of(ANY);
        int slash = range.indexOf('/');
        if (slash <= 0 || slash == range.length() - 1 || range.indexOf('/', slash + 1) >= 0) return Optional.empty();
        return Optional.of(new MediaRange(range.substring(0, slash), range.substring(slash + 1)));
    }

    /** Returns whether this range includes every type of the other. */
    public boolean includes(MediaRange other) {
        if (type.equals("*")) return true;
        if (!type.equals(other.type)) return false;
        if (subtype.equals("*") || subtype.equals(other.subtype)) return true;
        return subtype.startsWith("*+") && other.subtype.endsWith(subtype.substring(1));
    }

    public boolean isConcrete() {
        return specificity() == 3;
    }

    /** Returns a number from 0, for any type, to 3, for a single type. */
    int specificity() {
        if (type.equals("*")) return 0;
        if (subtype.equals("*")) return 1;
        return subtype.startsWith("*+") ? 2 : 3;
    }

    /** Returns the format of values of this type; empty if it is neither JSON nor XML. */
    public Optional<MediaFormat> format() {
        if (subtype.equals("json") || subtype.endsWith("+json")) return Optional.of(MediaFormat.JSON);
        if (subtype.equals("xml") || subtype.endsWith("+xml")) return Optional.of(MediaFormat.XML);
        return Optional.empty();
    }

    @Override
    public String toString() {
        return type + "/" + subtype;
    }
}
