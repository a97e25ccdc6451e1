package vesper.hosting;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** What a package may be called: its name is that of folders too, which have to be there on any machine's disk. */
final class PackageName {
    /**
     * First segments of the server's own paths. A package of such a name would answer in the server's place, or never;
     * those of its files below {@code /admin} would come from where the server's operators give their token.
     */
    private static final Set<String> OF_SERVER = Set.of("admin", "api", "console", "health", "metrics", "openapi.json");

    private static final int LONGEST = 100;
    private static final Pattern CHARACTERS = Pattern.compile("[A-Za-z0-9._-]+");
    /** Windows takes these for devices, whatever follows a dot after them. */
    private static final Pattern DEVICE = Pattern.compile("(con|prn|aux|nul|com\\d|lpt\\d)(\\..*)?");

    private PackageName() {}

    /** What is wrong with a name, {@code ends with a dot}; empty where nothing is. */
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

    /** Whether the server itself answers below this path segment; in any case, since some disks know none. */
    static boolean isOfServer(String segment) {
        return OF_SERVER.contains(segment.toLowerCase(Locale.ROOT));
    }
}
