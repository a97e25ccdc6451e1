package vesper.rest.bodies;

import java.util.function.BiConsumer;

/** Splits {@code application/x-www-form-urlencoded} text into pairs. Names and values remain percent-encoded. */
final class EncodedPairs {
    private EncodedPairs() {}

    /**
     * Passes each pair to the action, in order. A name without an equals sign gets an empty value. Takes linear time.
     */
    static void forEach(String text, BiConsumer<String, String> action) {
        int start = 0;
        while (start < text.length()) {
            int end = text.indexOf('&', start);
            if (end < 0) end = text.length();
            if (end > start) passPair(text, start, end, action);
            start = end + 1;
        }
    }

    private static void passPair(String text, int start, int end, BiConsumer<String, String> action) {
        int equals = text.indexOf('=', start, end);
        if (equals < 0) action.accept(text.substring(start, end), "");
        else action.accept(text.substring(start, equals), text.substring(equals + 1, end));
    }
}
