package vesper.http.files;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import vesper.http.PercentEncoding;

/**
 * A path below a root that is safe on every file system. No segment is hidden, leads upwards, contains a separator, a
 * control character or a character with a special meaning on Windows, or is the name of a Windows device.
 *
 * @param segments decoded names; empty for the root
 * @param folder whether it was written with a slash at its end
 */
record FilePath(List<String> segments, boolean folder) {
    private static final int LONGEST_PATH = 4 << 10;
    private static final int LONGEST_NAME = 200;
    private static final int DEEPEST = 64;
    private static final String NEVER = "/\\:*?\"<>|";
    private static final Pattern DEVICE =
            Pattern.compile("(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\\$|conout\\$)(\\..*)?");

    /** Parses a percent-encoded path without its first slash. Returns empty if it cannot name a file. */
    static Optional<FilePath> parse(String encoded) {
        if (encoded.length() > LONGEST_PATH) return Optional.empty();
        if (encoded.isEmpty()) return Optional.of(new FilePath(List.of(), true));
        String[] parts = encoded.split("/", DEEPEST + 2);
        boolean folder = parts[parts.length - 1].isEmpty();
        int count = folder ? parts.length - 1 : parts.length;
        if (count > DEEPEST) return Optional.empty();
        List<String> segments = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            Optional<String> name = name(parts[i]);
            if (name.isEmpty()) return Optional.empty();
            segments.add(name.get());
        }
        return Optional.of(new FilePath(List.copyOf(segments), folder));
    }

    private static Optional<String> name(String encoded) {
        try {
            return Optional.of(PercentEncoding.decode(encoded)).filter(FilePath::isSafe);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Returns whether files of this name are served. */
    static boolean isSafe(String name) {
        if (name.isEmpty() || name.length() > LONGEST_NAME || name.charAt(0) == '.') return false;
        char last = name.charAt(name.length() - 1);
        if (last == '.' || last == ' ' || last == '~') return false;
        return name.chars().noneMatch(c -> Character.isISOControl(c) || NEVER.indexOf(c) >= 0)
                && !DEVICE.matcher(name.toLowerCase(Locale.ROOT)).matches();
    }

    FilePath child(String name) {
        List<String> more = new ArrayList<>(segments);
        more.add(name);
        return new FilePath(List.copyOf(more), false);
    }

    /** Returns the file next to it whose name has this suffix appended. */
    FilePath sibling(String suffix) {
        List<String> other = new ArrayList<>(segments);
        other.add(other.removeLast() + suffix);
        return new FilePath(List.copyOf(other), false);
    }

    String name() {
        return segments.isEmpty() ? "" : segments.getLast();
    }
}
