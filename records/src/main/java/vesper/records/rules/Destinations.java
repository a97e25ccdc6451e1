package vesper.records.rules;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/** Where something is told: a URL, or the path of a service of this server. */
final class Destinations {
    private static final int LONGEST = 2000;

    private Destinations() {}

    /** @throws IllegalArgumentException if it is no URL of http or https */
    static void checkUrl(String text) {
        if (text.startsWith("/"))
            throw new IllegalArgumentException(
                    "expected a URL such as https://example.org/hook; paths are for callback");
        URI uri = parsed(text);
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        boolean isHttp = scheme.equals("http") || scheme.equals("https");
        if (!isHttp || uri.getHost() == null || uri.getRawFragment() != null)
            throw new IllegalArgumentException("expected a URL such as https://example.org/hook");
        if (uri.getRawUserInfo() != null) throw new IllegalArgumentException("has a user or a password in it");
    }

    /** @throws IllegalArgumentException if it is neither */
    static void checkUrlOrPath(String text) {
        if (text.startsWith("//")) throw new IllegalArgumentException("expected a URL, or the path of a service");
        if (!text.startsWith("/")) {
            checkUrl(text);
            return;
        }
        if (parsed(text).getRawFragment() != null) throw new IllegalArgumentException("has a fragment");
    }

    private static URI parsed(String text) {
        if (text.length() > LONGEST) throw new IllegalArgumentException("is longer than " + LONGEST + " characters");
        try {
            return new URI(text);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("is no URL: " + e.getReason(), e);
        }
    }
}
