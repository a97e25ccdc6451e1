package vesper.services.trees;

import java.util.ArrayList;
import java.util.List;

/**
 * A JSON pointer (RFC 6901): a place in a JSON document.
 *
 * @param tokens the names and indices on the path, unescaped; empty for the whole document
 */
public record Pointer(List<String> tokens) {
    public static final Pointer ROOT = new Pointer(List.of());

    /** Maximum length of a pointer in a message, in characters. */
    private static final int MAX_MESSAGE_CHARACTERS = 200;

    public Pointer {
        tokens = List.copyOf(tokens);
    }

    /** @throws IllegalArgumentException if it is not a pointer; the message says why and is safe to send back */
    public static Pointer of(String text) {
        if (text.isEmpty()) return ROOT;
        if (text.charAt(0) != '/') throw new IllegalArgumentException("a JSON pointer must be empty or start with /");
        List<String> tokens = new ArrayList<>();
        int start = 1;
        for (int slash = text.indexOf('/', start); slash >= 0; slash = text.indexOf('/', start)) {
            tokens.add(unescaped(text.substring(start, slash)));
            start = slash + 1;
        }
        tokens.add(unescaped(text.substring(start)));
        return new Pointer(tokens);
    }

    private static String unescaped(String token) {
        if (token.indexOf('~') < 0) return token;
        StringBuilder plain = new StringBuilder(token.length());
        for (int i = 0; i < token.length(); i++) {
            char c = token.charAt(i);
            if (c == '~') {
                char next = ++i < token.length() ? token.charAt(i) : ' ';
                if (next != '0' && next != '1') {
                    throw new IllegalArgumentException("in a JSON pointer, ~ must be followed by 0 or 1");
                }
                c = next == '0' ? '~' : '/';
            }
            plain.append(c);
        }
        return plain.toString();
    }

    /** Escapes a name or an index for use in a pointer. */
    public static String escaped(String token) {
        return token.replace("~", "~0").replace("/", "~1");
    }

    public boolean isRoot() {
        return tokens.isEmpty();
    }

    /** @throws IllegalStateException for the root */
    public Pointer parent() {
        if (isRoot()) throw new IllegalStateException("the root has no parent");
        return new Pointer(tokens.subList(0, tokens.size() - 1));
    }

    public String last() {
        return tokens.getLast();
    }

    /** Checks whether the other pointer is a place within this one. */
    public boolean contains(Pointer other) {
        return other.tokens.size() > tokens.size()
                && other.tokens.subList(0, tokens.size()).equals(tokens);
    }

    /** Returns the pointer for use in a message, cut if it is long. */
    public String forMessage() {
        if (isRoot()) return "the root";
        String text = toString();
        return text.length() <= MAX_MESSAGE_CHARACTERS ? text : text.substring(0, MAX_MESSAGE_CHARACTERS) + "…";
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (String token : tokens) text.append('/').append(escaped(token));
        return text.toString();
    }
}
