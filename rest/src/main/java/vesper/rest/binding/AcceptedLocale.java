package vesper.rest.binding;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import vesper.http.Headers;

/** Determines a client's preferred language from {@code Accept-Language} (RFC 9110, section 12.5.4). */
final class AcceptedLocale {
    private static final int MAX_LENGTH = 1000;

    private AcceptedLocale() {}

    /**
     * Returns the first language of the highest weight, or the server's default if the field names none or is
     * malformed.
     */
    static Locale of(Headers headers) {
        String field = headers.combinedOrNull("Accept-Language");
        Locale named = field == null || field.length() > MAX_LENGTH ? null : first(field);
        return named == null ? Locale.getDefault() : named;
    }

    private static @Nullable Locale first(String field) {
        try {
            List<Locale.LanguageRange> ranges = Locale.LanguageRange.parse(field);
            for (Locale.LanguageRange range : ranges) {
                if (range.getWeight() > 0 && !range.getRange().startsWith("*")) {
                    return Locale.forLanguageTag(range.getRange());
                }
            }
        } catch (IllegalArgumentException e) {
            return null;
        }
        return null;
    }
}
