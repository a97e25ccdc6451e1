package vesper.launcher;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.ColorScheme;
import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The installed Chromium, showing the console of a server. It records what must not happen: errors reported by the
 * console's pages, and requests to other servers. Not thread-safe.
 */
final class ConsoleBrowser implements AutoCloseable {
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");
    private static final int PATIENCE_MILLIS = 10_000;
    private static final int HEIGHT = 900;
    /** The page has an icon, so that the browser requests none. */
    private static final Route.FulfillOptions BLANK = new Route.FulfillOptions()
            .setContentType("text/html")
            .setBody("<!doctype html><title></title><link rel=\"icon\" href=\"data:,\">");

    private final URI server;
    private final Playwright playwright;
    private final Browser browser;
    private final List<String> complaints = new ArrayList<>();
    private @Nullable Page tab;

    private ConsoleBrowser(URI server, Playwright playwright, Browser browser) {
        this.server = server;
        this.playwright = playwright;
        this.browser = browser;
    }

    static ConsoleBrowser of(URI server) {
        Path program = program();
        Map<String, String> environment = new HashMap<>(System.getenv());
        environment.put("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
        PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
        Playwright playwright = Playwright.create(new Playwright.CreateOptions().setEnv(environment));
        BrowserType.LaunchOptions options = new BrowserType.LaunchOptions()
                .setExecutablePath(program)
                .setArgs(List.of("--no-proxy-server", "--disable-background-networking", "--disable-component-update"));
        return new ConsoleBrowser(server, playwright, playwright.chromium().launch(options));
    }

    private static Path program() {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new AssertionError("The console is tested in Chromium, and PATH has none of " + NAMES
                        + "; on Debian: apt-get install chromium"));
    }

    /** Size and color scheme of a page. */
    record Look(int width, ColorScheme colors) {
        static final Look DESK = new Look(1440, ColorScheme.LIGHT);
        static final Look DESK_AT_NIGHT = new Look(1440, ColorScheme.DARK);
        static final Look PHONE = new Look(390, ColorScheme.LIGHT);
        static final Look PHONE_AT_NIGHT = new Look(390, ColorScheme.DARK);

        @Override
        public String toString() {
            return width + "-" + colors.name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /**
     * Opens a page in a new browser context, as a first-time visitor sees it. All of them share a tab, because a new
     * one costs ten times as much: the page before is gone then.
     */
    Page open(String path) {
        if (tab == null) tab = tab(Look.DESK, new Browser.NewContextOptions(), "");
        else forget(tab);
        return navigate(tab, path);
    }

    /** Makes a used tab one of a browser that has never been here, but for cached files that never change. */
    private void forget(Page used) {
        used.unrouteAll();
        used.context().setOffline(false);
        used.mouse().move(0, 0);
        // A page of the same origin without scripts.
        String blank = server.resolve("/blank").toString();
        used.route(blank, route -> route.fulfill(BLANK));
        used.navigate(blank);
        used.unrouteAll();
        used.context().clearCookies();
        used.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }");
        complaints.clear();
    }

    /** A page in a separate browser context, without stored data. */
    Page open(Look look, String path, Browser.NewContextOptions options) {
        return open(look, path, options, "");
    }

    /**
     * Opens a page.
     *
     * @param script runs in each page before the page's own scripts, independent of its content security policy
     */
    Page open(Look look, String path, Browser.NewContextOptions options, String script) {
        return navigate(tab(look, options, script), path);
    }

    private Page navigate(Page page, String path) {
        page.navigate(server.resolve("/console/" + path).toString());
        return page;
    }

    private Page tab(Look look, Browser.NewContextOptions options, String script) {
        BrowserContext context = browser.newContext(options.setViewportSize(look.width(), HEIGHT)
                .setColorScheme(look.colors())
                .setPermissions(List.of("clipboard-read", "clipboard-write")));
        context.setDefaultTimeout(PATIENCE_MILLIS);
        if (!script.isEmpty()) context.addInitScript(script);
        Page page = context.newPage();
        page.onConsoleMessage(message -> {
            if (message.type().equals("error")) complaints.add(message.text() + " " + message.location());
        });
        page.onPageError(complaints::add);
        page.onRequest(request -> {
            URI to = URI.create(request.url());
            boolean isHere = server.getAuthority().equals(to.getAuthority());
            if (!isHere && !List.of("data", "blob").contains(to.getScheme())) complaints.add("a request to " + to);
        });
        return page;
    }

    /** Returns the complaints recorded since the last call. */
    List<String> complaints() {
        List<String> all = List.copyOf(complaints);
        complaints.clear();
        return all;
    }

    /** Waits until a page has loaded its data. */
    static void settle(Page page) {
        page.waitForFunction("""
                () => document.querySelector('main .page') && !document.querySelector('main .bone')
                  && [...document.querySelectorAll('vs-editor')].every((one) => one.shadowRoot.querySelector('.cm-content'))""");
    }

    @Override
    public void close() {
        browser.close();
        playwright.close();
    }
}
