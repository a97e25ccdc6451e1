package vesper.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import vesper.http.Response;

/**
 * Pages of one style for people with a browser. They run no script and load nothing, and their browser is told to allow
 * neither ({@code Content-Security-Policy}); what is not ours goes through {@link #escaped}.
 */
public final class HtmlPage {
    private final String style;
    private final String policy;

    /**
     * Pages in this style.
     *
     * @param style CSS, which is part of each page
     */
    public HtmlPage(String style) {
        this.style = style;
        this.policy = "default-src 'none'; style-src 'sha256-" + sha256(style)
                + "'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    }

    /**
     * Makes a page the content of an answer.
     *
     * @param title text
     * @param body markup
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

    /** A text as markup that shows it, in quoted attributes too; control characters become replacement characters. */
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
