package vesper.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import vesper.launcher.ConsoleBrowser.Look;

/** How the console's pages look: to eyes, on wide and narrow screens, by day and night, and to programs that read aloud. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ConsoleLooksTest {
    private static final Path SHOTS = Path.of("target/screenshots");
    private static final int MOST_FIRST_BYTES = 300 * 1024;

    @TempDir
    static Path folder;

    private static ConsoleServer server;
    private static ConsoleBrowser browser;
    private static Map<String, String> pages;

    @BeforeAll
    static void serve() throws Exception {
        server = ConsoleServer.in(folder).withTraffic();
        browser = ConsoleBrowser.of(server.address());
        String transaction = server.client()
                .get("/admin/tracker/transactions?q=jane&limit=1")
                .body()
                .replaceAll("(?s).*?\"id\" : \"([^\"]+)\".*", "$1");
        pages = new LinkedHashMap<>();
        pages.put("overview", "");
        pages.put("services", "services?name=orders");
        pages.put("routes", "services");
        pages.put("explorer", "explorer?op=GET%20/api/uuid");
        pages.put("monitor", "monitor");
        pages.put("rules", "monitor?tab=rules");
        pages.put("tracker", "tracker?q=jane&id=" + transaction);
        pages.put("documents", "documents?collection=notes&id=note-3");
        pages.put("bench", "bench?path=/api/test/sayHello");
        pages.put("settings", "settings");
        pages.put("diagnostics", "settings?tab=diagnostics");
        Files.createDirectories(SHOTS);
    }

    @AfterAll
    static void stop() {
        browser.close();
        server.close();
    }

    @Test
    void every_page_fits_wide_and_narrow_screens_by_day_and_by_night() {
        List<String> wider = new ArrayList<>();
        for (Look look : List.of(Look.DESK, Look.DESK_AT_NIGHT, Look.PHONE, Look.PHONE_AT_NIGHT)) {
            Page page = browser.open(look, "");
            for (Map.Entry<String, String> each : pages.entrySet()) {
                page.navigate(
                        server.address().resolve("/console/" + each.getValue()).toString());
                ConsoleBrowser.settle(page);
                Path file = SHOTS.resolve(each.getKey() + "-" + look + ".png");
                page.screenshot(new Page.ScreenshotOptions().setPath(file));
                Object width = page.evaluate("document.documentElement.scrollWidth");
                if (((Number) width).intValue() > look.width()) wider.add(each.getKey() + " " + look + ": " + width);
            }
            page.context().close();
        }
        assertThat(wider).isEmpty();
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void axe_finds_nothing_serious_on_any_page() throws Exception {
        String axe = axe();
        List<String> found = new ArrayList<>();
        for (Look look : List.of(Look.DESK, Look.DESK_AT_NIGHT)) {
            // Axe itself is a script from elsewhere, which the pages would refuse.
            Page page = browser.open(look, "", new Browser.NewContextOptions().setBypassCSP(true));
            for (Map.Entry<String, String> each : pages.entrySet()) {
                page.navigate(
                        server.address().resolve("/console/" + each.getValue()).toString());
                ConsoleBrowser.settle(page);
                page.evaluate(axe);
                found.addAll(complaintsOf(page, each.getKey() + " " + look));
            }
            page.context().close();
        }
        assertThat(found).isEmpty();
    }

    private static List<String> complaintsOf(Page page, String name) {
        Object answer = page.evaluate("""
                async () => (await axe.run(document, { resultTypes: ['violations'] })).violations
                  .filter((one) => one.impact === 'serious' || one.impact === 'critical')
                  .flatMap((one) => one.nodes.map((node) => `${one.id}: ${node.target} ${node.html.slice(0, 160)} ${node.failureSummary.slice(0, 260)}`))""");
        return ((List<?>) answer).stream().map(one -> name + ": " + one).toList();
    }

    private static String axe() throws Exception {
        try (InputStream in = ConsoleLooksTest.class.getResourceAsStream("/axe.min.js")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void the_first_page_needs_less_than_300_kilobytes() {
        Page page = browser.open("");
        ConsoleBrowser.settle(page);
        Object bytes = page.evaluate("""
                performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))
                  .filter((one) => one.name.includes('/console/')).reduce((sum, one) => sum + one.encodedBodySize, 0)""");
        assertThat(((Number) bytes).intValue()).isBetween(10_000, MOST_FIRST_BYTES);
    }
}
