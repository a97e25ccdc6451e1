package vesper.access.directory;

import java.util.Collection;
import java.util.Collections;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The syntax of names in the directory. */
public final class Names {
    /** Limit in characters. */
    public static final int LONGEST = 100;

    private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}][\\p{L}\\p{N}._@+-]{0," + (LONGEST - 1) + "}");
    /** RFC 6749, section 3.3, without the characters that would need an escape in a header field. */
    private static final Pattern SCOPE = Pattern.compile("[\\x21\\x23-\\x5B\\x5D-\\x7E]{1," + LONGEST + "}");

    private Names() {}

    /**
     * Checks the name of a user, group or tenant.
     *
     * @throws IllegalArgumentException if it is invalid; the message completes "the name …"
     */
    public static String name(String text) {
        if (NAME.matcher(text).matches()) return text;
        throw new IllegalArgumentException(
                "expected 1 to " + LONGEST + " letters, digits and . _ @ + -, the first one a letter or digit");
    }

    /**
     * Checks a scope.
     *
     * @throws IllegalArgumentException if it is invalid
     */
    public static String scope(String text) {
        if (SCOPE.matcher(text).matches()) return text;
        throw new IllegalArgumentException(
                "expected 1 to " + LONGEST + " visible ASCII characters other than \" and \\");
    }

    /** Returns the form of a name that is the same for all spellings which differ in case only. */
    public static String folded(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    static Set<String> sorted(Collection<String> texts) {
        return Collections.unmodifiableSet(new TreeSet<>(texts));
    }
}
