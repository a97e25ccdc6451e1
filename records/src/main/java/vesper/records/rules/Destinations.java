package vesper.records.rules;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/** Validation of callback and webhook destinations: URLs, or paths of this server's services. */
final class Destinations {
    private static final int LONGEST = 2000;

    private Destinations() {}

    /**
     * Checks a URL.
     *
     * @throws IllegalArgumentException if it is not an http or https URL
     */
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

    /**
     * Checks a URL or a path.
     *
     * @throws IllegalArgumentException if it is neither
     */
    static void checkUrlOrPath(String text) {
        if (text.startsWith("//")) throw new IllegalArgumentException("expected a URL, or the path of a service");
        if (!text.startsWith("/")) {
            checkUrl(text);
            return;
        }
        URI uri = parsed(text);
        if (uri.getRawFragment() != null) throw new IllegalArgumentException("has a fragment");
    }

    /** Returns the encoded path of a destination on this server; empty for a URL of another one. */
    static String pathOf(String checked) {
        return checked.startsWith("/") ? parsed(checked).getRawPath() : "";
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
