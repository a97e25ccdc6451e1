package vesper.records.search;

/** Folds text to lower case as words are folded: character by character and independent of the locale. */
final class CaseFolding {
    private CaseFolding() {}

    static String of(String text) {
        var folded = new StringBuilder(text.length());
        text.codePoints()
                .map(Character::toUpperCase)
                .map(Character::toLowerCase)
                .forEach(folded::appendCodePoint);
        return folded.toString();
    }
}
