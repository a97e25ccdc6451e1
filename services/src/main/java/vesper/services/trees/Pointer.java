package vesper.services.trees;

import java.util.ArrayList;
import java.util.List;

/**
 * A place in a JSON document, as of RFC 6901.
 *
 * @param tokens the names and indices on the way to it, unescaped; none for the whole document
 */
public record Pointer(List<String> tokens) {
    public static final Pointer ROOT = new Pointer(List.of());

    /** Characters of one that are told. */
    private static final int MOST_TOLD = 200;

    public Pointer {
        tokens = List.copyOf(tokens);
    }

    /** @throws IllegalArgumentException if it is none; its message says why, safe to send back */
    public static Pointer of(String text) {
        if (text.isEmpty()) return ROOT;
        if (text.charAt(0) != '/') throw new IllegalArgumentException("a JSON pointer is empty or begins with /");
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
                    throw new IllegalArgumentException("in a JSON pointer ~ is written ~0, and ~1 stands for /");
                }
                c = next == '0' ? '~' : '/';
            }
            plain.append(c);
        }
        return plain.toString();
    }

    /** A name or an index as it stands in a pointer. */
    public static String escaped(String token) {
        return token.replace("~", "~0").replace("/", "~1");
    }

    public boolean isRoot() {
        return tokens.isEmpty();
    }

    /** @throws IllegalStateException for the root, which is in nothing */
    public Pointer parent() {
        if (isRoot()) throw new IllegalStateException("the root has no parent");
        return new Pointer(tokens.subList(0, tokens.size() - 1));
    }

    public String last() {
        return tokens.getLast();
    }

    /** Whether the other one is a place within this one. */
    public boolean contains(Pointer other) {
        return other.tokens.size() > tokens.size()
                && other.tokens.subList(0, tokens.size()).equals(tokens);
    }

    /** For a sentence: long ones are cut. */
    public String told() {
        if (isRoot()) return "the root";
        String text = toString();
        return text.length() <= MOST_TOLD ? text : text.substring(0, MOST_TOLD) + "…";
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (String token : tokens) text.append('/').append(escaped(token));
        return text.toString();
    }
}
