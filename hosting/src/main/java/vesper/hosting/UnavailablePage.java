package vesper.hosting;

import static vesper.rest.HtmlPage.escaped;

import java.util.List;
import vesper.hosting.compiling.CompileError;
import vesper.http.Method;
import vesper.http.Request;
import vesper.http.Response;
import vesper.rest.HtmlPage;

/**
 * The HTML page in place of a package that cannot serve. Operators see every error with its position in the source. The
 * page contains no scripts and loads no resources. It reloads every {@value #RELOAD_SECONDS} seconds, so it shows the
 * service's response once the source is fixed.
 */
final class UnavailablePage {
    private static final int RELOAD_SECONDS = 2;
    private static final int MAX_ERRORS = 100;
    private static final HtmlPage PAGE = new HtmlPage("""
            :root { color-scheme: light dark; --ink: #1d2129; --dim: #5b6472; --paper: #ffffff; --card: #f4f5f7;
              --line: #d9dde3; --bad: #b3261e; --mark: #fdeceb; }
            @media (prefers-color-scheme: dark) { :root { --ink: #e4e7ec; --dim: #98a2b3; --paper: #15181d;
              --card: #1d2127; --line: #343a43; --bad: #ff8a80; --mark: #3a2224; } }
            * { box-sizing: border-box; }
            body { margin: 0 auto; padding: 2.5rem 1.25rem; max-width: 60rem; background: var(--paper);
              color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
            h1 { margin: 0 0 .25rem; font-size: 1.5rem; }
            p { margin: 0 0 1.5rem; color: var(--dim); overflow-wrap: anywhere; }
            section { margin: 0 0 1.25rem; border: 1px solid var(--line); border-radius: .5rem; overflow: hidden; }
            h2 { margin: 0; padding: .6rem 1rem; background: var(--card); font: 600 .9rem/1.5 ui-monospace, monospace;
              overflow-wrap: anywhere; }
            .why { margin: 0; padding: .75rem 1rem 0; color: var(--bad); white-space: pre-wrap; overflow-wrap: anywhere; }
            pre { margin: 0; padding: .75rem 0; overflow-x: auto; font: .875rem/1.6 ui-monospace, monospace; }
            pre span { display: block; width: max-content; min-width: 100%; padding: 0 1rem; }
            .here { background: var(--mark); }
            .caret { background: var(--mark); color: var(--bad); font-weight: 700; }
            """);

    private final String title;
    private final String reason;
    private final List<CompileError> errors;

    private UnavailablePage(String title, String reason, List<CompileError> errors) {
        this.title = title;
        this.reason = reason;
        this.errors = errors;
    }

    /**
     * Creates the page for operators.
     *
     * @param reason without full stop; shown if there are no compile errors
     */
    static UnavailablePage detailed(PackageSnapshot now, String reason) {
        List<CompileError> errors = now.errors();
        return new UnavailablePage(
                now.name() + (errors.isEmpty() ? " cannot serve" : " does not compile"), reason, errors);
    }

    /**
     * Creates the page for all other clients, without source code and details of the failure.
     *
     * @param message a sentence without full stop
     */
    static UnavailablePage generic(PackageSnapshot now, String message) {
        return new UnavailablePage(now.name() + " is not available", message, List.of());
    }

    Response respond(Request request) {
        boolean canReload = request.method() == Method.GET || request.method() == Method.HEAD;
        Response response = Response.of(503).header("Cache-Control", "no-store");
        if (canReload) response.header("Refresh", String.valueOf(RELOAD_SECONDS));
        return PAGE.fill(response, title, body());
    }

    private String body() {
        StringBuilder html = new StringBuilder("<h1>")
                .append(escaped(title))
                .append("</h1>\n<p>")
                .append(escaped(errors.isEmpty() ? reason + "." : count(errors)))
                .append("</p>\n");
        errors.stream().limit(MAX_ERRORS).forEach(error -> html.append(section(error)));
        return html.toString();
    }

    private static String count(List<CompileError> errors) {
        String count = errors.size() == 1 ? "One error." : errors.size() + " errors.";
        String left = errors.size() > MAX_ERRORS ? " The first " + MAX_ERRORS + " are shown." : "";
        return count + left + " This page reloads automatically.";
    }

    private static String section(CompileError error) {
        String place = error.file().isEmpty()
                ? "The package as a whole"
                : error.file() + ":" + error.line() + ":" + error.column();
        return "<section>\n<h2>" + escaped(place) + "</h2>\n<div class=\"why\">" + escaped(error.message()) + "</div>\n"
                + (error.excerpt().isEmpty() ? "<pre></pre>" : "<pre>" + excerpt(error) + "</pre>") + "\n</section>\n";
    }

    /** Returns the excerpt. Highlights the line of the error, and the caret below it. */
    private static String excerpt(CompileError error) {
        StringBuilder html = new StringBuilder();
        for (String line : error.excerpt().split("\n")) {
            html.append("<span")
                    .append(markOf(line, error.line()))
                    .append('>')
                    .append(escaped(line))
                    .append("</span>");
        }
        return html.toString();
    }

    private static String markOf(String excerptLine, int errorLine) {
        if (excerptLine.stripLeading().startsWith(errorLine + " |")) return " class=\"here\"";
        return excerptLine.stripLeading().startsWith("|") ? " class=\"caret\"" : "";
    }
}
