package vesper.rest.paths;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import vesper.http.PercentEncoding;

/**
 * A path with variables, in Spring's notation: {@code /orders/{id}}, {@code /orders/{id:[0-9]+}},
 * {@code /files/{name}.json}, {@code /files/report-?.csv}, {@code /files/*}, {@code /files/**}, {@code /files/{*path}}.
 */
public final class PathPattern {
    private final String text;
    private final List<PathSegment> segments;

    private PathPattern(String text, List<PathSegment> segments) {
        this.text = text;
        this.segments = segments;
    }

    /**
     * Parses a pattern. Ignores leading, trailing and repeated slashes.
     *
     * @throws IllegalArgumentException if braces do not match, a regular expression is invalid, a name is repeated, or
     *     a segment follows one that matches the rest of the path
     */
    public static PathPattern parse(String text) {
        List<PathSegment> segments = new ArrayList<>();
        for (String piece : pieces(text)) segments.add(segment(piece, text));
        for (int i = 0; i < segments.size() - 1; i++) {
            if (segments.get(i) instanceof PathSegment.Rest)
                throw new IllegalArgumentException("** is allowed only at the end of " + text);
        }
        PathPattern pattern = new PathPattern(join(text), List.copyOf(segments));
        List<String> names = pattern.names();
        if (names.stream().distinct().count() < names.size()) {
            throw new IllegalArgumentException("a variable occurs twice in " + text);
        }
        return pattern;
    }

    /** Returns the pattern as it was written, with one slash between its segments. */
    @Override
    public String toString() {
        return text;
    }

    /** Concatenates patterns with one slash between them. */
    public static String join(String... texts) {
        StringBuilder joined = new StringBuilder();
        for (String text : texts) {
            for (String piece : pieces(text)) joined.append('/').append(piece);
        }
        return joined.isEmpty() ? "/" : joined.toString();
    }

    public List<PathSegment> segments() {
        return segments;
    }

    /** Returns a key that is equal for patterns that differ only in the names of variables. */
    String shape() {
        return segments.stream().map(PathSegment::shape).collect(Collectors.joining("/", "/", ""));
    }

    public boolean isLiteral() {
        return segments.stream().allMatch(PathSegment.Literal.class::isInstance);
    }

    /** Returns the names of the variables, from left to right. */
    public List<String> names() {
        List<String> names = new ArrayList<>();
        for (PathSegment segment : segments) {
            switch (segment) {
                case PathSegment.Literal _ -> {}
                case PathSegment.Variable(String name) -> add(name, names);
                case PathSegment.Rest(String name) -> add(name, names);
                case PathSegment.Patterned formed -> names.addAll(formed.names());
            }
        }
        return names;
    }

    private static void add(@Nullable String name, List<String> names) {
        if (name != null) names.add(name);
    }

    /** Returns the values of all variables in a path that the pattern matches, percent-decoded. */
    public Map<String, String> variables(String path) {
        Map<String, String> values = new LinkedHashMap<>();
        int start = 1;
        for (PathSegment segment : segments) {
            if (segment instanceof PathSegment.Rest(String name)) {
                if (name != null) values.put(name, PercentEncoding.decode(path.substring(start - 1)));
                break;
            }
            int end = path.indexOf('/', start);
            if (end < 0) end = path.length();
            put(segment, PercentEncoding.decode(path.substring(start, end)), values);
            start = end + 1;
        }
        return values;
    }

    private static void put(PathSegment segment, String text, Map<String, String> values) {
        if (segment instanceof PathSegment.Variable(String name) && name != null) values.put(name, text);
        if (segment instanceof PathSegment.Patterned formed) {
            Matcher matcher = BoundedText.match(formed.regex(), text);
            if (matcher == null) return;
            for (int i = 0; i < formed.names().size(); i++) {
                values.put(formed.names().get(i), matcher.group("v" + i));
            }
        }
    }

    /** Returns whether a path matches that is decoded except for encoded slashes, and has no slash at its end. */
    public boolean matches(String path) {
        int start = 1;
        for (PathSegment segment : segments) {
            if (segment instanceof PathSegment.Rest) return true;
            if (start >= path.length()) return false;
            int end = path.indexOf('/', start);
            if (end < 0) end = path.length();
            if (!matchesEitherWay(segment, path.substring(start, end))) return false;
            start = end + 1;
        }
        return start >= path.length();
    }

    /** An encoded slash stays encoded in the path, and is a slash for the variable that matches it. */
    private static boolean matchesEitherWay(PathSegment segment, String text) {
        return matches(segment, text) || (text.contains("%2F") && matches(segment, text.replace("%2F", "/")));
    }

    private static boolean matches(PathSegment segment, String text) {
        return switch (segment) {
            case PathSegment.Literal(String literal) -> literal.equals(text);
            case PathSegment.Variable _ -> !text.isEmpty();
            case PathSegment.Patterned formed -> BoundedText.match(formed.regex(), text) != null;
            case PathSegment.Rest _ -> true;
        };
    }

    /** Returns whether there may be a path that both patterns match. Regular expressions are not compared. */
    public boolean mayOverlap(PathPattern other) {
        int shared = Math.min(segments.size(), other.segments.size());
        for (int i = 0; i < shared; i++) {
            PathSegment one = segments.get(i);
            PathSegment two = other.segments.get(i);
            if (one instanceof PathSegment.Rest || two instanceof PathSegment.Rest) return true;
            if (one instanceof PathSegment.Literal(String text) && !matches(two, text)) return false;
            if (two instanceof PathSegment.Literal(String text) && !matches(one, text)) return false;
        }
        PathPattern longer = segments.size() > shared ? this : other;
        boolean isSameLength = segments.size() == other.segments.size();
        return isSameLength || longer.segments.get(shared) instanceof PathSegment.Rest;
    }

    /** Splits a pattern at slashes outside braces. */
    private static List<String> pieces(String text) {
        List<String> pieces = new ArrayList<>();
        StringBuilder piece = new StringBuilder();
        int depth = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '{') depth++;
            if (c == '}') depth--;
            if (c != '/' || depth > 0) {
                piece.append(c);
            } else if (!piece.isEmpty()) {
                pieces.add(piece.toString());
                piece.setLength(0);
            }
        }
        if (depth != 0) throw new IllegalArgumentException("braces do not match in " + text);
        if (!piece.isEmpty()) pieces.add(piece.toString());
        return pieces;
    }

    private static PathSegment segment(String piece, String whole) {
        if (piece.equals("*")) return new PathSegment.Variable(null);
        if (piece.equals("**")) return new PathSegment.Rest(null);
        if (isLiteral(piece)) return new PathSegment.Literal(piece);
        if (piece.startsWith("{*") && piece.endsWith("}")) {
            return new PathSegment.Rest(piece.substring(2, piece.length() - 1));
        }
        boolean single = piece.startsWith("{") && piece.indexOf('}') == piece.length() - 1;
        if (single && piece.indexOf(':') < 0) return new PathSegment.Variable(piece.substring(1, piece.length() - 1));
        return formed(piece, whole);
    }

    private static boolean isLiteral(String piece) {
        return piece.indexOf('{') < 0 && piece.indexOf('*') < 0 && piece.indexOf('?') < 0;
    }

    private static PathSegment formed(String piece, String whole) {
        int wildcards = 0;
        int plain = 0;
        StringBuilder form = new StringBuilder();
        List<String> names = new ArrayList<>();
        int at = 0;
        while (at < piece.length()) {
            char c = piece.charAt(at);
            if (c == '*') {
                form.append(".*");
                wildcards++;
                at++;
            } else if (c == '?') {
                form.append('.');
                at++;
            } else if (c == '{') {
                int end = closing(piece, at);
                variable(piece.substring(at + 1, end), form, names);
                at = end + 1;
            } else {
                form.append(Pattern.quote(String.valueOf(c)));
                plain++;
                at++;
            }
        }
        try {
            int generality = 1000 * (100 * wildcards + names.size()) - plain;
            return new PathSegment.Patterned(
                    piece, Pattern.compile(form.toString(), Pattern.DOTALL), List.copyOf(names), generality);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("invalid regular expression in " + whole + ": " + e.getDescription(), e);
        }
    }

    private static void variable(String inside, StringBuilder form, List<String> names) {
        int colon = inside.indexOf(':');
        form.append("(?<v").append(names.size()).append('>');
        form.append(colon < 0 ? ".+" : inside.substring(colon + 1)).append(')');
        names.add(colon < 0 ? inside : inside.substring(0, colon));
    }

    private static int closing(String piece, int opening) {
        int depth = 0;
        for (int i = opening; i < piece.length(); i++) {
            if (piece.charAt(i) == '{') depth++;
            if (piece.charAt(i) == '}' && --depth == 0) return i;
        }
        throw new IllegalArgumentException("braces do not match in " + piece);
    }
}
