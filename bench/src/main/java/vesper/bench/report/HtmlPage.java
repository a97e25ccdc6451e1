package vesper.bench.report;

import java.util.List;
import java.util.Map;

/**
 * A self-contained page that follows the reader's light or dark mode. Parts appear in the order in which they are
 * added.
 */
public final class HtmlPage {
    private static final String STYLE = """
            :root { color-scheme: light dark; --ink: #1d2430; --paper: #fbfbfa; --soft: #667; --line: #d9dbe0;
                    --bar: #8a97ad; --accent: #b4531f; --good: #1c7a45; --bad: #b3261e; }
            @media screen and (prefers-color-scheme: dark) { :root { --ink: #e4e6eb; --paper: #15181d; --soft: #9aa2b1;
                    --line: #333a45; --bar: #66758f; --accent: #e58a4e; --good: #63c58c; --bad: #ff8a80; } }
            body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper);
                   max-width: 760px; margin: 2rem auto; padding: 0 1rem; }
            h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
            p, small, figcaption small { color: var(--soft); } a { color: var(--accent); }
            div { overflow-x: auto; }
            table { border-collapse: collapse; width: 100%; font-size: .9rem; font-variant-numeric: tabular-nums; }
            th, td { padding: .3rem .5rem; border-bottom: 1px solid var(--line); text-align: right; }
            th:first-child, td:first-child { text-align: left; }
            figure { margin: 1.5rem 0; } figcaption { font-weight: 600; } figcaption small { font-weight: 400; }
            svg { width: 100%; height: auto; } svg text { font-size: 12px; fill: currentColor; }
            .plain { fill: var(--bar); } .strong { fill: var(--accent); } .light { opacity: .45; }
            .whisker { stroke: var(--ink); stroke-width: 1.5; opacity: .6; }
            .grid { stroke: var(--line); fill: none; } svg .name { font-weight: 600; } svg .bad { fill: var(--bad); }
            svg .said, svg .mark { fill: var(--soft); } svg.key { margin: .5rem 0; } .legend { margin: 0; font-size: .85rem; }
            svg .line { fill: none; stroke: var(--tone); stroke-width: 2; } .reach { stroke: var(--tone); opacity: .5; }
            circle { fill: var(--tone); } circle.hollow { fill: var(--paper); stroke: var(--tone); stroke-width: 1.5; }
            .dash1 .line { stroke-dasharray: 7 3; } .dash2 .line { stroke-dasharray: 2 3; }
            .dash3 .line { stroke-dasharray: 9 3 2 3; }
            .tone0 { --tone: #0072b2; } .tone1 { --tone: #c24e00; } .tone2 { --tone: #00795a; } .tone3 { --tone: #a8457f; }
            .tone4 { --tone: #96690a; } .tone5 { --tone: #2b8cc4; } .tone6 { --tone: #222831; } .tone7 { --tone: #7a7f00; }
            @media screen and (prefers-color-scheme: dark) {
                .tone0 { --tone: #4fa8e0; } .tone1 { --tone: #f0803c; } .tone2 { --tone: #2fc498; } .tone3 { --tone: #dc8fbc; }
                .tone4 { --tone: #e69f00; } .tone5 { --tone: #9ad4f5; } .tone6 { --tone: #e4e6eb; } .tone7 { --tone: #f0e442; } }
            @media print { :root { color-scheme: light; --ink: #000; --paper: #fff; --soft: #444; --line: #bbb; }
                body { max-width: none; margin: 0; font-size: 11px; } div { overflow: visible; } table { font-size: 9px; }
                th, td { padding: .15rem .25rem; } * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
                svg, tr, figcaption { break-inside: avoid; } figcaption { break-after: avoid; } h2 { break-after: avoid; } details > * { display: block; } }
            .met { color: var(--good); } .missed { color: var(--bad); font-weight: 600; }
            """;

    private final String title;
    private final StringBuilder body = new StringBuilder();

    public HtmlPage(String title) {
        this.title = title;
    }

    public HtmlPage heading(String text) {
        body.append("<h2>").append(HtmlText.escape(text)).append("</h2>\n");
        return this;
    }

    public HtmlPage paragraph(String text) {
        body.append("<p>").append(HtmlText.escape(text)).append("</p>\n");
        return this;
    }

    /** @param address relative to this page */
    public HtmlPage link(String text, String address) {
        body.append("<p><a href=\"")
                .append(HtmlText.escape(address))
                .append("\">")
                .append(HtmlText.escape(text))
                .append("</a></p>\n");
        return this;
    }

    public HtmlPage chart(Chart chart) {
        body.append(chart.svg());
        return this;
    }

    /** Adds a table. Cells with the text "met" or "missed" are coloured. */
    public HtmlPage table(Table table) {
        body.append("<div><table><thead><tr>");
        table.headings()
                .forEach(cell ->
                        body.append("<th>").append(HtmlText.escape(cell)).append("</th>"));
        body.append("</tr></thead><tbody>\n");
        table.rows().forEach(this::row);
        body.append("</tbody></table></div>\n");
        return this;
    }

    /** Embeds data for programs that read the page; it is not displayed. */
    public HtmlPage data(String id, String json) {
        // A script element ends only at a closing tag, and JSON allows any character to be written as an escape.
        body.append("<script type=\"application/json\" id=\"")
                .append(HtmlText.escape(id))
                .append("\">")
                .append(json.strip().replace("<", "\\u003c"))
                .append("</script>\n");
        return this;
    }

    public HtmlPage facts(Map<String, String> facts) {
        return table(new Table(
                List.of("", ""),
                facts.entrySet().stream()
                        .map(fact -> List.of(fact.getKey(), fact.getValue()))
                        .toList()));
    }

    public String html() {
        String name = HtmlText.escape(title);
        return "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
                + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>" + name
                + "</title>\n<style>\n" + STYLE + "</style></head>\n<body>\n<h1>" + name + "</h1>\n" + body
                + "</body></html>\n";
    }

    private void row(List<String> cells) {
        body.append("<tr>");
        for (String cell : cells) {
            boolean verdict = cell.equals("met") || cell.equals("missed");
            body.append(verdict ? "<td class=\"" + cell + "\">" : "<td>")
                    .append(HtmlText.escape(cell))
                    .append("</td>");
        }
        body.append("</tr>\n");
    }
}
