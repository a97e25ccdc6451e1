package vesper.rest.bodies;

import java.util.function.BiConsumer;

/** The pairs of {@code application/x-www-form-urlencoded} text, each name and value still percent-encoded. */
final class EncodedPairs {
    private EncodedPairs() {}

    /** Hands on each pair in order; a name that stands alone has an empty value. Takes linear time. */
    static void forEach(String text, BiConsumer<String, String> action) {
        int start = 0;
        while (start < text.length()) {
            int end = text.indexOf('&', start);
            if (end < 0) end = text.length();
            if (end > start) hand(text, start, end, action);
            start = end + 1;
        }
    }

    private static void hand(String text, int start, int end, BiConsumer<String, String> action) {
        int equals = text.indexOf('=', start, end);
        if (equals < 0) action.accept(text.substring(start, end), "");
        else action.accept(text.substring(start, equals), text.substring(equals + 1, end));
    }
}
