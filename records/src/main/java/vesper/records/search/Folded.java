package vesper.records.search;

/** Text in lower case as words are: character by character, the same in every language. */
final class Folded {
    private Folded() {}

    static String of(String text) {
        var folded = new StringBuilder(text.length());
        text.codePoints()
                .map(Character::toUpperCase)
                .map(Character::toLowerCase)
                .forEach(folded::appendCodePoint);
        return folded.toString();
    }
}
