package vesper.records.rules;

import vesper.http.PercentEncoding;

/**
 * A request's path as patterns are compared with it: as the router understands it, so that no other spelling of a path
 * goes past a rule. Decoded but for encoded slashes, without a slash at its end or two in a row.
 */
final class AskedPath {
    private AskedPath() {}

    /** The same object where there is nothing to change, as with nearly every path. */
    static String of(String path) {
        boolean isPlain = path.indexOf('%') < 0 && !path.contains("//") && (path.length() <= 1 || !path.endsWith("/"));
        return isPlain ? path : plain(path);
    }

    private static String plain(String path) {
        String single = path.replaceAll("/{2,}", "/");
        String whole = single.length() > 1 && single.endsWith("/") ? single.substring(0, single.length() - 1) : single;
        try {
            // Only of one segment, whatever is in it.
            return PercentEncoding.decode(whole.replaceAll("%2[fF]", "%252F"));
        } catch (IllegalArgumentException e) {
            // No route answers what is not UTF-8.
            return whole;
        }
    }
}
