package vesper.rest.routing;

import vesper.http.PercentEncoding;

/**
 * The canonical spelling of request paths, for comparison with patterns: no other spelling that a {@link Router}
 * accepts evades a rule. The path is decoded except for encoded slashes; a trailing slash and repeated slashes are
 * removed.
 */
public final class CanonicalPath {
    private CanonicalPath() {}

    /** Returns the canonical path; the same object if nothing changes, as for nearly all paths. */
    public static String of(String path) {
        boolean isPlain = path.indexOf('%') < 0 && !path.contains("//") && (path.length() <= 1 || !path.endsWith("/"));
        return isPlain ? path : decoded(withoutEmptySegments(path));
    }

    /** Returns the path, still encoded, without repeated slashes and without a slash at its end. */
    static String withoutEmptySegments(String path) {
        String single = path.replaceAll("/{2,}", "/");
        return single.length() > 1 && single.endsWith("/") ? single.substring(0, single.length() - 1) : single;
    }

    private static String decoded(String path) {
        try {
            // Escape encoded slashes, so that they stay within their segment.
            return PercentEncoding.decode(path.replaceAll("%2[fF]", "%252F"));
        } catch (IllegalArgumentException e) {
            // Not UTF-8, so no route matches it.
            return path;
        }
    }
}
