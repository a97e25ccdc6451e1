package vesper.codec;

/**
 * Lone surrogates, the halves of surrogate pairs without the other half. They are not characters, so neither UTF-8 nor
 * XML can encode them. Java strings can contain them, for example after an emoji was cut in two. U+FFFD, the
 * replacement character, is written for each.
 */
final class Surrogates {
    static final char REPLACEMENT = '\uFFFD';

    private Surrogates() {}

    /** Checks whether the code unit at an index is a surrogate without its other half. */
    static boolean isLone(String text, int at) {
        char unit = text.charAt(at);
        if (!Character.isSurrogate(unit)) return false;
        return Character.isHighSurrogate(unit)
                ? at + 1 == text.length() || !Character.isLowSurrogate(text.charAt(at + 1))
                : at == 0 || !Character.isHighSurrogate(text.charAt(at - 1));
    }

    static boolean hasLone(String text) {
        for (int i = 0; i < text.length(); i++) if (isLone(text, i)) return true;
        return false;
    }

    /** Returns the text with each lone surrogate replaced; the same instance if there is nothing to replace. */
    static String replaceLone(String text) {
        if (!hasLone(text)) return text;
        StringBuilder replaced = new StringBuilder(text);
        for (int i = 0; i < text.length(); i++) if (isLone(text, i)) replaced.setCharAt(i, REPLACEMENT);
        return replaced.toString();
    }
}
