package vesper.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import org.jspecify.annotations.Nullable;

/**
 * Path and query of a request target (RFC 9112, section 3.2).
 *
 * <p>Allows the characters of RFC 3986 and those that browsers nevertheless leave unencoded (WHATWG URL): <code>[ ] | ^
 * { } \ `</code>. Dot segments, encoded ones too, are removed (RFC 3986, section 5.2.4). A path that would climb above
 * its root is refused.
 */
final class RequestTarget {
    private static final boolean[] ALLOWED = new boolean[128];

    static {
        for (char c = '!'; c <= '~'; c++) ALLOWED[c] = true;
        for (char c : "\"#<>".toCharArray()) ALLOWED[c] = false;
    }

    static final String BADLY_ENCODED =
            "a percent sign in the target is not followed by two hex digits, or stands for NUL";
    static final String CLIMBS = "the path climbs above its root";

    private RequestTarget() {}

    static boolean isAllowed(byte b) {
        return b >= 0 && ALLOWED[b];
    }

    /** Checks that each percent sign is followed by two hex digits that do not stand for NUL. */
    static boolean isWellEncoded(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            if (bytes[i] != '%') continue;
            if (i + 2 >= to) return false;
            int high = Character.digit(bytes[i + 1], 16);
            int low = Character.digit(bytes[i + 2], 16);
            if (high < 0 || low < 0 || high + low == 0) return false;
            i += 2;
        }
        return true;
    }

    static String text(byte[] bytes, int from, int to) {
        return new String(bytes, from, to - from, ISO_8859_1);
    }

    /** Returns whether a segment may be {@code .} or {@code ..}, so that {@link #withoutDotSegments} has work to do. */
    static boolean mayHaveDotSegments(byte[] bytes, int from, int to) {
        for (int i = from; i + 1 < to; i++) {
            if (bytes[i] == '/' && (bytes[i + 1] == '.' || bytes[i + 1] == '%')) return true;
        }
        return false;
    }

    /** Returns the path without dot segments, or null if it climbs above its root. */
    static @Nullable String cleanPath(byte[] bytes, int from, int to) {
        String path = text(bytes, from, to);
        return mayHaveDotSegments(bytes, from, to) ? withoutDotSegments(path) : path;
    }

    /**
     * Resolves {@code .} and {@code ..} segments.
     *
     * @return null if the path climbs above its root
     */
    static @Nullable String withoutDotSegments(String path) {
        StringBuilder kept = new StringBuilder(path.length());
        int start = 1;
        while (start <= path.length()) {
            int slash = path.indexOf('/', start);
            int end = slash < 0 ? path.length() : slash;
            String segment = path.substring(start, end);
            int dots = dots(segment);
            if (dots == 0) {
                kept.append('/').append(segment);
            } else {
                if (dots == 2) {
                    int parent = kept.lastIndexOf("/");
                    if (parent < 0) return null;
                    kept.setLength(parent);
                }
                if (slash < 0) kept.append('/');
            }
            start = end + 1;
        }
        return kept.isEmpty() ? "/" : kept.toString();
    }

    /** Returns 1 for a segment that means {@code .}, 2 for {@code ..}, 0 for every other. */
    private static int dots(String segment) {
        int dots = 0;
        for (int i = 0; i < segment.length(); i++) {
            if (segment.charAt(i) == '%' && segment.regionMatches(true, i, "%2e", 0, 3)) i += 2;
            else if (segment.charAt(i) != '.') return 0;
            dots++;
        }
        return dots <= 2 ? dots : 0;
    }
}
