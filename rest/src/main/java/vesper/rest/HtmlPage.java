package vesper.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import vesper.http.Response;

/**
 * HTML pages for people, all in one style. They contain no scripts and load no resources, and their
 * {@code Content-Security-Policy} makes the browser reject both. Text from elsewhere must go through {@link #escaped}.
 */
public final class HtmlPage {
    private final String style;
    private final String policy;

    /**
     * Creates a page template.
     *
     * @param style CSS, which is part of each page
     */
    public HtmlPage(String style) {
        this.style = style;
        this.policy = "default-src 'none'; style-src 'sha256-" + sha256(style)
                + "'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    }

    /**
     * Sets a page as the content of a response, with its security headers.
     *
     * @param title plain text
     * @param body HTML markup
     */
    public Response fill(Response response, String title, String body) {
        String html = "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
                + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" + escaped(title)
                + "</title>\n<style>" + style + "</style>\n" + body + "</html>\n";
        return response.header("Content-Type", "text/html;charset=UTF-8")
                .header("Content-Security-Policy", policy)
                .header("X-Content-Type-Options", "nosniff")
                .header("Referrer-Policy", "no-referrer")
                .body(html.getBytes(UTF_8));
    }

    /** Escapes text for use as HTML content or in a quoted attribute. Replaces control characters with U+FFFD. */
    public static String escaped(String text) {
        StringBuilder escaped = new StringBuilder(text.length() + 16);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.append(Character.isISOControl(c) && c != '\n' && c != '\t' ? '\uFFFD' : c);
            }
        }
        return escaped.toString();
    }

    private static String sha256(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
