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
 * attributes, all compared without case. A name of several words stands for all the ways of writing them together:
 * {@code api-key} for {@code api_key} and {@code apiKey} too. Letters beyond ASCII are looked for in UTF-8 only.
 * Immutable.
 *
 * <p>{@code Authorization}, {@code Proxy-Authorization}, {@code Cookie} and {@code Set-Cookie} are hidden whatever the
 * names.
 */
public final class Mask {
    /** Most names of one mask. */
    public static final int MOST_NAMES = 100;
    /** Characters of one name. */
    public static final int LONGEST_NAME = 60;
    /** What stands in the place of a value. */
    public static final String HIDDEN = "***";

    /** Behind a backslash in JSON, where a letter is not written by its number. */
    private static final String ESCAPED = "\"\\/bfnrt";
    /** Names that secrets usually have, for those who name none themselves. */
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
    /** Between words, where it is not another letter's case that tells them apart. */
    private static final List<String> SEPARATORS = List.of("-", "_", "");

    private static final List<String> ALWAYS = List.of("authorization", "proxy-authorization", "cookie", "set-cookie");

    /** Hides the header fields that are always hidden, and nothing else. */
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

    /** @throws IllegalArgumentException if there are too many names, or one of them is empty or too long */
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

    /** Hides what either of them hides. */
    public Mask and(Mask other) {
        if (given.containsAll(other.given)) return this;
        Set<String> both = new TreeSet<>(given);
        both.addAll(other.given);
        return new Mask(both);
    }

    /** Whether anything but header fields can be hidden, so that bodies and queries have to be looked at. */
    public boolean hidesFields() {
        return !names.isEmpty();
    }

    /** Whether the value of a header field is a secret; these are ASCII. */
    public boolean hidesHeader(byte[] text, int from, int to) {
        return headers.has(text, from, to);
    }

    /** As above, for a name that is a text. */
    public boolean hidesHeader(String name) {
        return headers.hasText(name);
    }

    /**
     * Whether {@link Masker#copy} might write anything else than what is there. False for most content, which may then
     * be copied in any other way.
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
                names.hasBlank() || names.mayOccur(body, from, to) || Unescaping.nextEscape(body, from, to) < to;
            case UNREADABLE -> true;
        };
    }

    /** Whether a name may be spelled by escapes, or in an encoding with zeros. */
    private boolean isUnusualJson(byte[] body, int from, int to) {
        if (!ByteSearch.hasNulOr('\\', body, from, to)) return false;
        // Letters can be escaped in one way only.
        return names.isEscapedOtherwise() || ByteSearch.hasNul(body, from, to) || hasUnusualEscape(body, from, to);
    }

    /** Whether there is an escape by number, or one that JSON does not know but other languages do. */
    private static boolean hasUnusualEscape(byte[] body, int from, int to) {
        int at = ByteSearch.indexOf('\\', body, from, to);
        while (at + 1 < to) {
            if (ESCAPED.indexOf(body[at + 1]) < 0) return true;
            at = ByteSearch.indexOf('\\', body, at + 1, to);
        }
        return false;
    }

    /** Whether there is a DOCTYPE, which can give any element another name, or an encoding with zeros. */
    private static boolean isUnusualXml(byte[] body, int from, int to) {
        if (!ByteSearch.hasNulOr('!', body, from, to)) return false;
        return ByteSearch.hasNul(body, from, to) || ByteSearch.hasPair('!', 'D', body, from, to);
    }

    FieldNames names() {
        return names;
    }
}
