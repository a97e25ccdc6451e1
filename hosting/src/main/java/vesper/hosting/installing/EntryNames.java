package vesper.hosting.installing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.text.Normalizer;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The names of an archive's entries, checked as they are added. A name must not lead out of the folder that it is
 * unpacked to. Two names must not denote the same file on any file system, including those that ignore case.
 */
final class EntryNames {
    private static final int MAX_SEGMENT_BYTES = 255;
    private static final int MAX_NAME_BYTES = 1_000;
    private static final int MAX_DEPTH = 40;

    private final Map<String, String> spelling = new HashMap<>();
    private final Set<String> files = new HashSet<>();
    private final Set<String> folders = new HashSet<>();

    /** Adds a name. Returns what is wrong with it or its combination with earlier ones; empty if it is valid. */
    Optional<String> add(String name) {
        boolean isFolder = name.endsWith("/");
        String path = isFolder ? name.substring(0, name.length() - 1) : name;
        Optional<String> bad = formatProblem(path);
        if (bad.isPresent()) return Optional.of(printable(name) + " " + bad.get());
        for (int end = path.indexOf('/'); end > 0; end = path.indexOf('/', end + 1)) {
            Optional<String> clash = addFolder(path.substring(0, end));
            if (clash.isPresent()) return clash;
        }
        return isFolder ? addFolder(path) : addFile(path);
    }

    private Optional<String> addFolder(String path) {
        if (hasOtherSpelling(path)) return Optional.of(printable(path) + " exists with different case");
        if (files.contains(folded(path))) return Optional.of(printable(path) + " is a file and a folder");
        folders.add(folded(path));
        return Optional.empty();
    }

    private Optional<String> addFile(String path) {
        if (hasOtherSpelling(path)) return Optional.of(printable(path) + " exists with different case");
        if (folders.contains(folded(path))) return Optional.of(printable(path) + " is a file and a folder");
        return files.add(folded(path)) ? Optional.empty() : Optional.of(printable(path) + " is duplicated");
    }

    private static Optional<String> formatProblem(String path) {
        if (path.isEmpty() || path.startsWith("/")) return Optional.of("is absolute");
        if (path.indexOf('\\') >= 0 || path.indexOf(':') >= 0) return Optional.of("has a backslash or a colon");
        if (path.chars().anyMatch(Character::isISOControl)) return Optional.of("has a control character");
        if (path.getBytes(UTF_8).length > MAX_NAME_BYTES) return Optional.of("is too long");
        String[] segments = path.split("/", -1);
        if (segments.length > MAX_DEPTH) return Optional.of("is nested too deeply");
        for (String segment : segments) {
            if (segment.equals("..") || segment.equals(".")) return Optional.of("leads outside its folder");
            if (segment.isEmpty()) return Optional.of("has two slashes in a row");
            if (segment.getBytes(UTF_8).length > MAX_SEGMENT_BYTES) return Optional.of("is too long");
        }
        return Optional.empty();
    }

    private boolean hasOtherSpelling(String path) {
        String before = spelling.putIfAbsent(folded(path), path);
        return before != null && !before.equals(path);
    }

    private static String folded(String path) {
        return Normalizer.normalize(path, Normalizer.Form.NFC)
                .toUpperCase(Locale.ROOT)
                .toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the name for responses and the log. It comes from an untrusted client, so it is shortened and control
     * characters are replaced.
     */
    static String printable(String name) {
        String cut = name.length() > 100 ? name.substring(0, 100) + "…" : name;
        return "'" + cut.replaceAll("\\p{Cntrl}", "\uFFFD") + "'";
    }
}
