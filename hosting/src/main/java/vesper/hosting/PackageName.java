package vesper.hosting;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Rules for package names. They are also names of folders, which must be valid on any operating system. */
final class PackageName {
    /**
     * First segments of the server's own paths. A package of such a name would replace the server's responses, or never
     * be reached. Its files under {@code /admin} would have the same origin and path as the pages where operators enter
     * their token.
     */
    private static final Set<String> RESERVED = Set.of("admin", "api", "console", "health", "metrics", "openapi.json");

    private static final int MAX_CHARACTERS = 100;
    private static final Pattern CHARACTERS = Pattern.compile("[A-Za-z0-9._-]+");
    /** Windows treats these names as devices, with any extension. */
    private static final Pattern DEVICE = Pattern.compile("(con|prn|aux|nul|com\\d|lpt\\d)(\\..*)?");

    private PackageName() {}

    /** Returns what is wrong with a name, {@code ends with a dot}; empty for a valid one. */
    static Optional<String> problemWith(String name) {
        if (!CHARACTERS.matcher(name).matches())
            return Optional.of("may only contain letters, digits, '.', '_' and '-'");
        if (!Character.isLetterOrDigit(name.charAt(0))) return Optional.of("must start with a letter or digit");
        if (name.length() > MAX_CHARACTERS) return Optional.of("is longer than " + MAX_CHARACTERS + " characters");
        if (name.endsWith(".")) return Optional.of("ends with a dot, which Windows removes");
        if (DEVICE.matcher(name.toLowerCase(Locale.ROOT)).matches())
            return Optional.of("is a reserved device name on Windows");
        if (isReserved(name))
            return Optional.of("is reserved for the server's own path /" + name.toLowerCase(Locale.ROOT));
        return Optional.empty();
    }

    /** Returns whether the server itself uses this path segment. Ignores case, as some file systems do. */
    static boolean isReserved(String segment) {
        return RESERVED.contains(segment.toLowerCase(Locale.ROOT));
    }
}
