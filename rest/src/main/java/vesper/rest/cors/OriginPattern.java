package vesper.rest.cors;

import java.util.Locale;

/**
 * An allowed origin (RFC 6454), {@code https://app.example.com}, or all subdomains of a domain,
 * {@code https://*.example.com}, which excludes the domain itself.
 */
record OriginPattern(String beforeHost, String hostEnd, boolean subdomains) {
    /**
     * Parses a pattern.
     *
     * @throws IllegalArgumentException if the text is not an origin, or has a wildcard elsewhere
     */
    static OriginPattern parse(String text) {
        String origin = text.strip().toLowerCase(Locale.ROOT);
        int host = origin.indexOf("://") + 3;
        boolean isOrigin = host > 3 && host < origin.length() && origin.indexOf('/', host) < 0;
        boolean clean = origin.chars().allMatch(c -> c > ' ' && c < 0x7f && "?#@\"\\,".indexOf(c) < 0);
        if (!isOrigin || !clean)
            throw new IllegalArgumentException("not an origin: " + text
                    + "; expected for example https://app.example.com or https://*.example.com");
        String rest = origin.substring(host);
        boolean subdomains = rest.startsWith("*.");
        String end = subdomains ? rest.substring(1) : rest;
        if (end.indexOf('*') >= 0 || origin.lastIndexOf('*', host - 1) >= 0 || (subdomains && end.length() < 2))
            throw new IllegalArgumentException(
                    "not an origin: " + text + "; a * is allowed only before the first dot of the host");
        return new OriginPattern(origin.substring(0, host), end, subdomains);
    }

    boolean matches(String origin) {
        String sent = origin.toLowerCase(Locale.ROOT);
        if (!subdomains)
            return sent.length() == beforeHost.length() + hostEnd.length()
                    && sent.startsWith(beforeHost)
                    && sent.endsWith(hostEnd);
        int labels = sent.length() - beforeHost.length() - hostEnd.length();
        return labels > 0
                && sent.startsWith(beforeHost)
                && sent.endsWith(hostEnd)
                && sent.substring(beforeHost.length(), beforeHost.length() + labels)
                        .chars()
                        .allMatch(c ->
                                (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '_');
    }
}
