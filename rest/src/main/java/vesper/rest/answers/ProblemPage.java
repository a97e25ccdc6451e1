package vesper.rest.answers;

import static vesper.rest.HtmlPage.escaped;

import java.util.Map;
import vesper.http.Response;
import vesper.rest.HtmlPage;
import vesper.rest.Problem;
import vesper.rest.ProblemType;

/**
 * Writes a problem as an HTML page, for people whose browser prefers it: browsers download
 * {@code application/problem+xml} instead of showing it. Much of a problem repeats the request, so everything is
 * escaped as text and nothing becomes a link.
 */
final class ProblemPage {
    private static final HtmlPage PAGE = new HtmlPage("""
            :root { color-scheme: light dark; --ink: #1d2129; --dim: #5b6472; --paper: #ffffff; --card: #f4f5f7;
              --line: #d9dde3; }
            @media (prefers-color-scheme: dark) { :root { --ink: #e4e7ec; --dim: #98a2b3; --paper: #15181d;
              --card: #1d2127; --line: #343a43; } }
            * { box-sizing: border-box; }
            body { margin: 0 auto; padding: 2.5rem 1.25rem; max-width: 48rem; background: var(--paper);
              color: var(--ink); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
            h1 { margin: 0 0 .25rem; font-size: 1.5rem; }
            h1 span { color: var(--dim); font-weight: 400; }
            p { margin: 0 0 1.5rem; white-space: pre-wrap; }
            dl { margin: 0 0 1.5rem; border: 1px solid var(--line); border-radius: .5rem; overflow: hidden; }
            dt { padding: .5rem 1rem 0; background: var(--card); font: 600 .875rem/1.5 ui-monospace, monospace; }
            dd { margin: 0; padding: 0 1rem .5rem; background: var(--card); white-space: pre-wrap; }
            """);

    private final StringBuilder html = new StringBuilder(256);

    private ProblemPage() {}

    /** Sets a problem as the content of a response. */
    static Response fill(Response response, Problem problem) {
        ProblemType type = problem.type();
        // Scripts request the same URI and expect a problem document. No cache may serve one form for the other.
        if (response.header("Cache-Control").isEmpty()) response.header("Cache-Control", "no-store");
        response.header("Vary", "Accept");
        return PAGE.fill(response, type.status() + " " + type.title(), new ProblemPage().body(problem));
    }

    private String body(Problem problem) {
        ProblemType type = problem.type();
        html.append("<h1><span>").append(type.status()).append("</span> ");
        html.append(escaped(type.title())).append("</h1>\n");
        if (!problem.detail().isEmpty())
            html.append("<p>").append(escaped(problem.detail())).append("</p>\n");
        entries(problem);
        return html.toString();
    }

    private void entries(Problem problem) {
        boolean named = !type(problem).equals(ProblemType.ABOUT_BLANK);
        if (!named && problem.errors().isEmpty() && problem.members().isEmpty()) return;
        html.append("<dl>\n");
        if (named) entry("type", type(problem));
        for (Problem.BadValue error : problem.errors()) entry(error.pointer(), error.detail());
        for (Map.Entry<String, Object> member : problem.members().entrySet()) {
            entry(member.getKey(), String.valueOf(member.getValue()));
        }
        html.append("</dl>\n");
    }

    private static String type(Problem problem) {
        return problem.type().type();
    }

    private void entry(String name, String content) {
        html.append("<dt>").append(escaped(name)).append("</dt>\n<dd>");
        html.append(escaped(content)).append("</dd>\n");
    }
}
