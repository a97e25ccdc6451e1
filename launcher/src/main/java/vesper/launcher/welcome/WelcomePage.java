package vesper.launcher.welcome;

import static vesper.rest.HtmlPage.escaped;

import vesper.http.Response;
import vesper.rest.HtmlPage;

/** The entry points as an HTML page without scripts and external resources. */
final class WelcomePage {
    private static final HtmlPage PAGE = new HtmlPage("""
            :root { color-scheme: light dark; --ink: #1d2129; --dim: #5b6472; --paper: #ffffff; --card: #f4f5f7;
              --line: #d9dde3; --link: #0b57d0; --bad: #b3261e; }
            @media (prefers-color-scheme: dark) { :root { --ink: #e4e7ec; --dim: #98a2b3; --paper: #15181d;
              --card: #1d2127; --line: #343a43; --link: #8ab4f8; --bad: #ff8a80; } }
            * { box-sizing: border-box; }
            body { margin: 0 auto; padding: 2.5rem 1.25rem; max-width: 48rem; background: var(--paper);
              color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
            h1 { margin: 0 0 .25rem; font-size: 1.5rem; }
            p { margin: 0 0 1.5rem; color: var(--dim); }
            a { color: var(--link); }
            section { margin: 0 0 1.25rem; border: 1px solid var(--line); border-radius: .5rem; overflow: hidden; }
            h2 { margin: 0; padding: .6rem 1rem; background: var(--card); font-size: 1rem; }
            h2 small { color: var(--dim); font-weight: 400; }
            ul { margin: 0; padding: .75rem 1rem; list-style: none; font: .875rem/1.8 ui-monospace, monospace;
              overflow-wrap: anywhere; }
            .why { margin: 0; padding: .75rem 1rem 0; color: var(--bad); font-size: .875rem; overflow-wrap: anywhere; }
            """);

    private WelcomePage() {}

    static Response fill(Response response, EntryPoints here) {
        return PAGE.fill(response, "Vesper", body(here));
    }

    private static String body(EntryPoints here) {
        StringBuilder html = new StringBuilder("<h1>Vesper ")
                .append(escaped(here.vesper()))
                .append("</h1>\n<p>This server is up. ")
                .append(
                        here.packages().isEmpty()
                                ? "It has no packages yet: Create one with <code>./vesper new NAME</code>."
                                : "")
                .append("</p>\n<section>\n<h2>The server</h2>\n<ul>\n");
        here.links()
                .forEach((name, path) -> html.append("<li>")
                        .append(link(path, path))
                        .append(" ")
                        .append(escaped(name))
                        .append("</li>\n"));
        html.append("</ul>\n</section>\n");
        for (EntryPoints.PackageEntry one : here.packages()) html.append(section(one));
        return html.toString();
    }

    private static String section(EntryPoints.PackageEntry one) {
        StringBuilder html = new StringBuilder("<section>\n<h2>")
                .append(escaped(one.name()))
                .append(" <small>")
                .append(escaped(one.version() + " " + one.state()))
                .append("</small></h2>\n");
        one.why()
                .ifPresent(why ->
                        html.append("<p class=\"why\">").append(escaped(why)).append("</p>\n"));
        html.append("<ul>\n");
        for (String route : one.routes())
            html.append("<li>").append(route(route)).append("</li>\n");
        one.web().ifPresent(path -> html.append("<li>").append(link(path, path)).append("</li>\n"));
        one.errors()
                .ifPresent(path -> html.append("<li>").append(link(path, path)).append(" errors</li>\n"));
        return html.append("</ul>\n</section>\n").toString();
    }

    /** Formats a route, as a link if a browser can follow it as it is. */
    private static String route(String route) {
        String path = route.startsWith("GET ") ? route.substring(4) : "";
        boolean isWhole = !path.isEmpty() && path.indexOf('{') < 0 && path.indexOf('*') < 0;
        return isWhole ? link(path, route) : escaped(route);
    }

    private static String link(String path, String text) {
        return "<a href=\"" + escaped(path) + "\">" + escaped(text) + "</a>";
    }
}
