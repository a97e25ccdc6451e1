package vesper.launcher.hits;

/**
 * Makes untrusted text safe to print on a terminal. Replaces control characters and those that change the direction of
 * text by visible symbols or escapes.
 */
final class Printable {
    private static final int PICTURES = 0x2400;
    private static final int PICTURE_OF_DELETE = 0x2421;
    private static final int DELETE = 0x7f;

    private Printable() {}

    /** Returns the text as one line. */
    static String line(String text) {
        return of(text, false);
    }

    /** Returns the text with its line breaks and tabs. */
    static String lines(String text) {
        return of(text, true);
    }

    private static String of(String text, boolean keepsLines) {
        if (text.codePoints().noneMatch(Printable::steers)) return text;
        StringBuilder shown = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(point -> {
            boolean isLayout = keepsLines && (point == '\n' || point == '\t');
            if (isLayout || !steers(point)) shown.appendCodePoint(point);
            else if (point < ' ') shown.appendCodePoint(PICTURES + point);
            else if (point == DELETE) shown.appendCodePoint(PICTURE_OF_DELETE);
            else shown.append(String.format("\\u%04x", point));
        });
        return shown.toString();
    }

    private static boolean steers(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> true;
            default -> false;
        };
    }
}
