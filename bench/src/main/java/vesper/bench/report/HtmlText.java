package vesper.bench.report;

/** Escapes text for HTML, attributes included. */
public final class HtmlText {
    private HtmlText() {}

    public static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
