package vesper.records.rules;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import vesper.rest.routing.CanonicalPath;

/**
 * The paths that a rule applies to. Patterns work as in Spring's {@code AntPathMatcher}: {@code ?} is one character,
 * {@code *} any number of characters within a segment, {@code **} any number of segments, including zero. Unlike there,
 * a trailing slash is ignored, as in the router, and there are no variables.
 *
 * <p>{@code /**}, {@code /api/**} and patterns without wildcards are compared as plain text. No pattern allocates.
 * Regular expressions ({@link PathRegex}) must match the whole path, and do allocate. Immutable.
 */
public final class PathFilter {
    /** Matches every path. */
    public static final PathFilter ANY = new PathFilter(Kind.ANY, "", new String[0], null);

    /** Limit of a pattern's or expression's length in characters. */
    public static final int LONGEST = 500;

    /** Bounds the cost: one path takes at most as many steps as its segments times those of the pattern. */
    private static final int MOST_SEGMENTS = 32;

    private static final String ANY_DEPTH = "**";

    private enum Kind {
        ANY,
        EXACT,
        /** A plain path and everything below it. */
        BELOW,
        SEGMENTS,
        REGEX
    }

    private final Kind kind;
    private final String text;
    private final String[] segments;
    private final @Nullable PathRegex regex;

    private PathFilter(Kind kind, String text, String[] segments, @Nullable PathRegex regex) {
        this.kind = kind;
        this.text = text;
        this.segments = segments;
        this.regex = regex;
    }

    /**
     * Parses an Ant pattern.
     *
     * @throws IllegalArgumentException if it is invalid; the message gives the reason
     */
    public static PathFilter ant(String pattern) {
        if (!pattern.startsWith("/")) throw new IllegalArgumentException("does not begin with a slash");
        checkLength(pattern);
        if (pattern.indexOf('{') >= 0 || pattern.indexOf('}') >= 0)
            throw new IllegalArgumentException("has a brace; write * for a variable, or use pathRegex");
        String[] segments =
                Arrays.stream(pattern.split("/")).filter(one -> !one.isEmpty()).toArray(String[]::new);
        if (segments.length > MOST_SEGMENTS)
            throw new IllegalArgumentException("has more than " + MOST_SEGMENTS + " segments");
        int wild = 0;
        while (wild < segments.length && Glob.isPlain(segments[wild])) wild++;
        String plain = "/" + String.join("/", Arrays.copyOf(segments, wild));
        if (wild == segments.length) return new PathFilter(Kind.EXACT, plain, segments, null);
        boolean isRest = wild == segments.length - 1 && segments[wild].equals(ANY_DEPTH);
        if (!isRest) return new PathFilter(Kind.SEGMENTS, pattern, segments, null);
        return wild == 0 ? ANY : new PathFilter(Kind.BELOW, plain, segments, null);
    }

    /**
     * Parses a regular expression.
     *
     * @throws IllegalArgumentException if it is invalid; the message gives the reason
     */
    public static PathFilter regex(String expression) {
        checkLength(expression);
        return new PathFilter(Kind.REGEX, expression, new String[0], new PathRegex(expression));
    }

    /** Returns the filter of a rule with a pattern, an expression or neither. */
    public static PathFilter of(@Nullable String pattern, @Nullable String expression) {
        if (pattern != null && expression != null)
            throw new IllegalArgumentException("a rule has a path or a pathRegex, not both");
        if (pattern != null) return ant(pattern);
        return expression == null ? ANY : regex(expression);
    }

    private static void checkLength(String text) {
        if (text.length() > LONGEST) throw new IllegalArgumentException("is longer than " + LONGEST + " characters");
    }

    /** Checks whether every path matches, so that paths need not be examined. */
    boolean isAny() {
        return kind == Kind.ANY;
    }

    /**
     * Checks a path.
     *
     * @param path as in a request
     */
    public boolean matches(String path) {
        return kind == Kind.ANY || matchesAsked(CanonicalPath.of(path));
    }

    /**
     * Checks a normalized path.
     *
     * @param path as returned by {@link CanonicalPath}
     */
    public boolean matchesAsked(String path) {
        return switch (kind) {
            case ANY -> true;
            case EXACT -> path.equals(text);
            case BELOW ->
                path.startsWith(text) && (path.length() == text.length() || path.charAt(text.length()) == '/');
            case SEGMENTS -> matchesSegments(path);
            case REGEX -> regex != null && regex.matches(path);
        };
    }

    private boolean matchesSegments(String path) {
        int length = path.length();
        if (length == 0 || path.charAt(0) != '/') return false;
        int segment = 0;
        // The root has no segments.
        int at = length == 1 ? 2 : 1;
        int depthSegment = -1;
        int depthAt = at;
        while (at <= length) {
            int end = endOfSegment(path, at);
            if (segment < segments.length && segments[segment].equals(ANY_DEPTH)) {
                depthSegment = segment++;
                depthAt = at;
            } else if (segment < segments.length && Glob.matches(segments[segment], path, at, end)) {
                segment++;
                at = end + 1;
            } else if (depthSegment >= 0) {
                // Extend the last ** by one segment.
                segment = depthSegment + 1;
                depthAt = endOfSegment(path, depthAt) + 1;
                at = depthAt;
            } else {
                return false;
            }
        }
        while (segment < segments.length && segments[segment].equals(ANY_DEPTH)) segment++;
        return segment == segments.length;
    }

    private static int endOfSegment(String path, int at) {
        int slash = path.indexOf('/', at);
        return slash < 0 ? path.length() : slash;
    }

    @Override
    public String toString() {
        return kind == Kind.ANY ? "/**" : kind == Kind.BELOW ? text + "/**" : text;
    }
}
