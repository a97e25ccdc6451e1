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
    private static final Set<String> OF_SERVER = Set.of("admin", "api", "console", "health", "metrics", "openapi.json");

    private static final int LONGEST = 100;
    private static final Pattern CHARACTERS = Pattern.compile("[A-Za-z0-9._-]+");
    /** Windows treats these names as devices, with any extension. */
    private static final Pattern DEVICE = Pattern.compile("(con|prn|aux|nul|com\\d|lpt\\d)(\\..*)?");

    private PackageName() {}

    /** Returns what is wrong with a name, {@code ends with a dot}; empty for a valid one. */
    static Optional<String> fault(String name) {
        if (!CHARACTERS.matcher(name).matches()) return Optional.of("is not of letters, digits, '.', '_' and '-'");
        if (!Character.isLetterOrDigit(name.charAt(0))) return Optional.of("begins with neither a letter nor a digit");
        if (name.length() > LONGEST) return Optional.of("is longer than " + LONGEST + " characters");
        if (name.endsWith(".")) return Optional.of("ends with a dot, which Windows takes away");
        if (DEVICE.matcher(name.toLowerCase(Locale.ROOT)).matches())
            return Optional.of("is a device's on Windows, which holds no such folder");
        if (isOfServer(name)) return Optional.of("is that of the server's own /" + name.toLowerCase(Locale.ROOT));
        return Optional.empty();
    }

    /** Returns whether the server itself uses this path segment. Ignores case, as some file systems do. */
    static boolean isOfServer(String segment) {
        return OF_SERVER.contains(segment.toLowerCase(Locale.ROOT));
    }
}
