package vesper.records.rules;

import vesper.http.PercentEncoding;

/**
 * Normalization of request paths before they are compared with patterns. It matches the router's, so that no other
 * spelling of a path evades a rule. The path is decoded except for encoded slashes; a trailing slash and repeated
 * slashes are removed.
 */
final class AskedPath {
    private AskedPath() {}

    /** Returns the normalized path; the same object if nothing changes, as for nearly all paths. */
    static String of(String path) {
        boolean isPlain = path.indexOf('%') < 0 && !path.contains("//") && (path.length() <= 1 || !path.endsWith("/"));
        return isPlain ? path : plain(path);
    }

    private static String plain(String path) {
        String single = path.replaceAll("/{2,}", "/");
        String whole = single.length() > 1 && single.endsWith("/") ? single.substring(0, single.length() - 1) : single;
        try {
            // Escape encoded slashes, so that they stay within their segment.
            return PercentEncoding.decode(whole.replaceAll("%2[fF]", "%252F"));
        } catch (IllegalArgumentException e) {
            // Not UTF-8, so no route matches it.
            return whole;
        }
    }
}
