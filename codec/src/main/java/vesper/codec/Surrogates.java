package vesper.codec;

/**
 * Halves of surrogate pairs that stand alone. They are no characters, so neither UTF-8 nor XML can have them; Java's
 * texts can, where an emoji was cut in two. U+FFFD is written for each, the sign for what could not be told.
 */
final class Surrogates {
    static final char REPLACEMENT = '\uFFFD';

    private Surrogates() {}

    /** Whether the unit here is half of a pair without the other half beside it. */
    static boolean isLone(String text, int at) {
        char unit = text.charAt(at);
        if (!Character.isSurrogate(unit)) return false;
        return Character.isHighSurrogate(unit)
                ? at + 1 == text.length() || !Character.isLowSurrogate(text.charAt(at + 1))
                : at == 0 || !Character.isHighSurrogate(text.charAt(at - 1));
    }

    static boolean areIn(String text) {
        for (int i = 0; i < text.length(); i++) if (isLone(text, i)) return true;
        return false;
    }

    /** The same text where it has none. */
    static String replacedIn(String text) {
        if (!areIn(text)) return text;
        StringBuilder replaced = new StringBuilder(text);
        for (int i = 0; i < text.length(); i++) if (isLone(text, i)) replaced.setCharAt(i, REPLACEMENT);
        return replaced.toString();
    }
}
