package vesper.records.masks;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import vesper.records.text.ByteSearch;

/**
 * Names whose values are secrets: of header fields, query parameters, form fields, JSON fields, XML elements and
 * attributes. Names are compared without case. A name of several words matches all usual spellings: {@code api-key}
 * matches {@code api_key} and {@code apiKey} too. Non-ASCII letters are found in UTF-8 only. Immutable.
 *
 * <p>{@code Authorization}, {@code Proxy-Authorization}, {@code Cookie} and {@code Set-Cookie} are always hidden.
 */
public final class Mask {
    /** Limit of names in one mask. */
    public static final int MOST_NAMES = 100;
    /** Limit of a name's length in characters. */
    public static final int LONGEST_NAME = 60;
    /** Replacement for a value. */
    public static final String HIDDEN = "***";

    /** Characters after a backslash in JSON, other than the {@code u} of a numeric escape. */
    private static final String ESCAPED = "\"\\/bfnrt";
    /** Usual names of secrets, used if the operator does not name any. */
    public static final List<String> USUAL = List.of(
            "authorization",
            "proxy-authorization",
            "cookie",
            "set-cookie",
            "api-key",
            "x-api-key",
            "token",
            "auth-token",
            "x-auth-token",
            "csrf-token",
            "x-csrf-token",
            "access-token",
            "refresh-token",
            "id-token",
            "session-token",
            "secret",
            "client-secret",
            "password",
            "passwd",
            "passphrase",
            "pwd",
            "private-key");

    private static final Pattern WORDS = Pattern.compile("[^-_]+(?:[-_][^-_]+)+");
    /** Separators between words; without a separator, words differ in case. */
    private static final List<String> SEPARATORS = List.of("-", "_", "");

    private static final List<String> ALWAYS = List.of("authorization", "proxy-authorization", "cookie", "set-cookie");

    /** A mask without names, which hides only the header fields that are always hidden. */
    public static final Mask DEFAULT = of(List.of());

    private final Set<String> given;
    private final FieldNames names;
    private final FieldNames headers;

    private Mask(Set<String> given) {
        Set<String> ofHeaders = new TreeSet<>(given);
        ofHeaders.addAll(ALWAYS);
        this.given = given;
        this.names = new FieldNames(given);
        this.headers = new FieldNames(ofHeaders);
    }

    /**
     * Creates a mask.
     *
     * @throws IllegalArgumentException if there are too many names, or one of them is empty or too long
     */
    public static Mask of(Collection<String> names) {
        if (names.size() > MOST_NAMES) throw new IllegalArgumentException("more than " + MOST_NAMES + " masked names");
        Set<String> distinct = new TreeSet<>();
        for (String name : names) {
            if (name.isBlank() || name.length() > LONGEST_NAME)
                throw new IllegalArgumentException(
                        "a masked name has 1 to " + LONGEST_NAME + " characters, not \"" + name + "\"");
            distinct.addAll(spellings(name.strip()));
        }
        return new Mask(distinct);
    }

    private static List<String> spellings(String name) {
        String separated = name.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "-");
        List<String> spellings = new ArrayList<>();
        spellings.add(name.toLowerCase(Locale.ROOT));
        if (!WORDS.matcher(separated).matches()) return spellings;
        for (String separator : SEPARATORS)
            spellings.add(separated.replaceAll("[-_]", separator).toLowerCase(Locale.ROOT));
        return spellings;
    }

    /** Returns a mask that hides everything that either of the two hides. */
    public Mask and(Mask other) {
        if (given.containsAll(other.given)) return this;
        Set<String> both = new TreeSet<>(given);
        both.addAll(other.given);
        return new Mask(both);
    }

    /**
     * Checks whether there are names besides those of header fields; only then bodies and queries have to be scanned.
     */
    public boolean hidesFields() {
        return !names.isEmpty();
    }

    /** Checks whether the value of a header field is a secret. The name is in ASCII. */
    public boolean hidesHeader(byte[] text, int from, int to) {
        return headers.has(text, from, to);
    }

    /** Checks whether the value of a header field is a secret. */
    public boolean hidesHeader(String name) {
        return headers.hasText(name);
    }

    /**
     * Checks whether {@link Masker#copy} might change the content. False for most content, which may then be copied in
     * any other way.
     */
    public boolean mayHide(BodyKind kind, byte[] body, int from, int to) {
        if (names.isEmpty() || from >= to) return false;
        return switch (kind) {
            case JSON -> names.mayOccur(body, from, to) || isUnusualJson(body, from, to);
            case XML -> names.mayOccur(body, from, to) || isUnusualXml(body, from, to);
            case FORM ->
                names.hasBlank()
                        || ByteSearch.hasNulOr('%', body, from, to)
                        || ByteSearch.indexOf('\\', body, from, to) < to
                        || names.mayOccur(body, from, to);
            case OTHER ->
                names.hasBlank() || names.mayOccur(body, from, to) || EscapedNameSearch.nextEscape(body, from, to) < to;
            case UNREADABLE -> true;
        };
    }

    /** Checks for escapes that may spell a name, or for a zero byte, which suggests UTF-16 or UTF-32. */
    private boolean isUnusualJson(byte[] body, int from, int to) {
        if (!ByteSearch.hasNulOr('\\', body, from, to)) return false;
        // JSON can only escape letters by their number.
        return names.isEscapedOtherwise() || ByteSearch.hasNul(body, from, to) || hasUnusualEscape(body, from, to);
    }

    /** Checks for a numeric escape, or one that is unknown in JSON but valid in other languages. */
    private static boolean hasUnusualEscape(byte[] body, int from, int to) {
        int at = ByteSearch.indexOf('\\', body, from, to);
        while (at + 1 < to) {
            if (ESCAPED.indexOf(body[at + 1]) < 0) return true;
            at = ByteSearch.indexOf('\\', body, at + 1, to);
        }
        return false;
    }

    /**
     * Checks for a DOCTYPE, whose entities can rename any element, or for a zero byte, which suggests UTF-16 or UTF-32.
     */
    private static boolean isUnusualXml(byte[] body, int from, int to) {
        if (!ByteSearch.hasNulOr('!', body, from, to)) return false;
        return ByteSearch.hasNul(body, from, to) || ByteSearch.hasPair('!', 'D', body, from, to);
    }

    FieldNames names() {
        return names;
    }
}
