package vesper.bench.report;

/** Text that may stand anywhere in HTML, attributes too. */
final class HtmlText {
    private HtmlText() {}

    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
