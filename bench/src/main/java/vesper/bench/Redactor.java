package vesper.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Removes secrets and local paths from text that goes into reports, since reports are given to others.
 *
 * <pre>
 * a value whose key sounds like a secret   KEY=***   also in -DKEY=…, --KEY … and before the @ of a URL
 * the repository                           .
 * a program of the JDK                     its name; what else is in the JDK  JDK/…
 * the home folder                          ~
 * any other file of this machine           …/NAME
 * </pre>
 */
public final class Redactor {
    private static final String HIDDEN = "***";
    private static final String SECRET = "(?:password|passwd|passphrase|secret|token|key|credential)";

    /** The parts of a key before and after the word above. */
    private static final String PART = "[\\w.-]*";

    private static final String KEY = PART + SECRET + PART;
    private static final String VALUE = "(?:\"[^\"]*\"|'[^']*'|[^\\s\"'])+";
    private static final Pattern IN_QUOTES =
            Pattern.compile("([\"'])(-?" + KEY + "=)(?:(?!\\1).)*\\1", Pattern.CASE_INSENSITIVE);
    private static final Pattern ASSIGNED = Pattern.compile("(" + KEY + "=)" + VALUE, Pattern.CASE_INSENSITIVE);
    private static final Pattern FOLLOWING =
            Pattern.compile("((?:^|\\s)--" + KEY + "\\s+)" + VALUE, Pattern.CASE_INSENSITIVE);
    private static final Pattern WHOLE =
            Pattern.compile("(-*" + KEY + "=).*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    private static final Pattern NAME = Pattern.compile("-*" + KEY, Pattern.CASE_INSENSITIVE);
    private static final Pattern USER = Pattern.compile("://[^/\\s@]+@");

    /** A lookbehind for the characters that may precede a path, and a lookahead for those that end it. */
    private static final String BEFORE = "(?<![^\\s\"'=:,;(\\[<>@])";

    private static final String END = "(?=[/\\s\"':,;)\\]<>]|$)";
    private static final Pattern ABSOLUTE = Pattern.compile(BEFORE + "/(?!/)([^\\s\"',;:)\\]<>]+)");

    /** Folders of the kernel. Their contents are the same on every machine, so these paths stay. */
    private static final Set<String> KERNEL_FOLDERS = Set.of("proc", "sys", "dev");

    private final Map<Pattern, String> places;

    private Redactor(Map<Pattern, String> places) {
        this.places = places;
    }

    /** @param root the repository */
    public static Redactor of(Path root) {
        return of(root, Path.of(System.getProperty("java.home")), Path.of(System.getProperty("user.home")));
    }

    static Redactor of(Path root, Path javaHome, Path home) {
        // Longest first, since one folder may be within another.
        Map<String, String> names = new TreeMap<>(
                Comparator.comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder()));
        put(names, home, "~");
        put(names, javaHome, "JDK");
        put(names, javaHome.resolve("bin"), "");
        put(names, root, ".");
        Map<Pattern, String> places = new LinkedHashMap<>();
        names.forEach((path, name) -> {
            String whole = name.isEmpty() ? Pattern.quote(path) + "/" : Pattern.quote(path) + END;
            places.put(Pattern.compile(BEFORE + whole), Matcher.quoteReplacement(name));
        });
        return new Redactor(places);
    }

    /** Registers the path, and also its real path with symbolic links resolved. */
    private static void put(Map<String, String> names, Path path, String name) {
        Path absolute = path.toAbsolutePath().normalize();
        if (absolute.getNameCount() == 0) return;
        names.put(absolute.toString(), name);
        try {
            names.put(absolute.toRealPath().toString(), name);
        } catch (IOException _) {
            // A folder that does not exist contains no files to rename.
        }
    }

    public String redact(String text) {
        String open = IN_QUOTES.matcher(text).replaceAll("$1$2" + HIDDEN + "$1");
        open = ASSIGNED.matcher(open).replaceAll("$1" + Matcher.quoteReplacement(HIDDEN));
        open = FOLLOWING.matcher(open).replaceAll("$1" + HIDDEN);
        return replacePaths(USER.matcher(open).replaceAll("://" + HIDDEN + "@"));
    }

    /** Returns the value of a variable or setting, cleaned or hidden depending on its name. */
    public String valueOf(String name, String value) {
        return NAME.matcher(name).matches() ? HIDDEN : redact(value);
    }

    public Map<String, String> ofVariables(Map<String, String> values) {
        Map<String, String> shared = new LinkedHashMap<>();
        values.forEach((name, value) -> shared.put(name, valueOf(name, value)));
        return shared;
    }

    /** Cleans a program and its arguments, which may contain blanks. */
    public List<String> ofCommand(List<String> command) {
        List<String> shared = new ArrayList<>();
        boolean isValue = false;
        for (String argument : command) {
            Matcher assigned = WHOLE.matcher(argument);
            if (isValue) shared.add(HIDDEN);
            else if (assigned.matches()) shared.add(assigned.group(1) + HIDDEN);
            else shared.add(redact(argument));
            isValue = argument.startsWith("--") && NAME.matcher(argument).matches();
        }
        return shared;
    }

    private String replacePaths(String text) {
        String placed = text;
        for (Map.Entry<Pattern, String> place : places.entrySet()) {
            placed = place.getKey().matcher(placed).replaceAll(place.getValue());
        }
        return ABSOLUTE.matcher(placed).replaceAll(path -> Matcher.quoteReplacement(replaceOther(path.group(1))));
    }

    /**
     * Returns the replacement for an absolute path. The path of a URL looks the same, and stays: its first segment is
     * not a folder on this machine.
     *
     * @param path without its leading slash
     */
    private static String replaceOther(String path) {
        String first = path.replaceFirst("/.*", "");
        boolean isHere = !first.isEmpty() && !KERNEL_FOLDERS.contains(first) && Files.exists(Path.of("/", first));
        return isHere ? "…/" + Path.of(path).getFileName() : "/" + path;
    }
}
