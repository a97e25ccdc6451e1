package vesper.bench.report;

/** Text that may stand anywhere in HTML, attributes too. */
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
