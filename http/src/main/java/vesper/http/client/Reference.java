package vesper.http.client;

import java.net.URI;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Resolution of URI references by RFC 3986, section 5.2. {@link URI#resolve} follows the older RFC 2396, which loses
 * the last segment before a query.
 */
final class Reference {
    private Reference() {}

    /**
     * Returns the target without the fragment, which is never sent. The base must have an authority, as every request
     * URI has.
     */
    static URI resolve(URI base, URI reference) {
        if (reference.isOpaque()) return reference;
        if (reference.isAbsolute()) return place(reference, reference, reference.getRawPath(), reference.getRawQuery());
        if (reference.getRawAuthority() != null)
            return place(base, reference, reference.getRawPath(), reference.getRawQuery());
        String path = reference.getRawPath();
        if (!path.isEmpty()) return place(base, base, merged(rooted(base), path), reference.getRawQuery());
        String query = reference.getRawQuery();
        return place(base, base, rooted(base), query == null ? base.getRawQuery() : query);
    }

    private static String rooted(URI base) {
        return base.getRawPath().isEmpty() ? "/" : base.getRawPath();
    }

    private static String merged(String base, String path) {
        return path.startsWith("/") ? path : base.substring(0, base.lastIndexOf('/') + 1) + path;
    }

    private static URI place(URI scheme, URI authority, String path, @Nullable String query) {
        StringBuilder text = new StringBuilder().append(scheme.getScheme()).append(':');
        if (authority.getRawAuthority() != null) text.append("//").append(authority.getRawAuthority());
        text.append(withoutDots(path));
        if (query != null) text.append('?').append(query);
        return URI.create(text.toString());
    }

    /** Resolves {@code .} and {@code ..} segments by section 5.2.4. */
    private static String withoutDots(String path) {
        if (path.isEmpty()) return path;
        String[] segments = path.substring(1).split("/", -1);
        ArrayDeque<String> left = new ArrayDeque<>();
        for (String segment : segments) {
            if (segment.equals("..")) left.pollLast();
            else if (!segment.equals(".")) left.add(segment);
        }
        String last = segments[segments.length - 1];
        if (last.equals(".") || last.equals("..")) left.add("");
        return "/" + String.join("/", left);
    }
}
