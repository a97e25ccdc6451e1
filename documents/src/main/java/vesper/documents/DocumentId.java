package vesper.documents;

/**
 * The name of a document in its collection: 1 to {@value #MOST_CHARACTERS} of the characters that may appear unescaped
 * in a path segment (RFC 3986, {@code pchar} without {@code %}), except {@code .} and {@code ..}. Ordered by
 * characters.
 */
public record DocumentId(String text) implements Comparable<DocumentId> {
    public static final int MOST_CHARACTERS = 200;

    private static final String SIGNS = "-._~!$&'()*+,;=:@";

    public DocumentId {
        if (text.isEmpty()) throw new IllegalArgumentException("a document id must not be empty");
        if (text.length() > MOST_CHARACTERS) {
            throw new IllegalArgumentException(
                    "a document id has at most " + MOST_CHARACTERS + " characters, not " + text.length());
        }
        for (int i = 0; i < text.length(); i++) {
            if (!mayHave(text.charAt(i))) {
                throw new IllegalArgumentException(
                        "an id has U+%04X at character %d; letters, digits and %s may be there"
                                .formatted((int) text.charAt(i), i + 1, SIGNS));
            }
        }
        if (text.equals(".") || text.equals("..")) throw new IllegalArgumentException("invalid document id " + text);
    }

    private static boolean mayHave(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || SIGNS.indexOf(c) >= 0;
    }

    @Override
    public int compareTo(DocumentId other) {
        return text.compareTo(other.text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    @Override
    public String toString() {
        return text;
    }
}
