package vesper.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
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
import vesper.testing.Rounds;

/** Layout and accessibility of the console's pages, on wide and narrow screens and in both color schemes. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ConsoleLooksTest {
    private static final Path SHOTS = Path.of("target/screenshots");
    private static final int MOST_FIRST_BYTES = 300 * 1024;
    /** Each width and each color scheme; all combinations in the long form. */
    private static final List<Look> LOOKS = Rounds.areLong()
            ? List.of(Look.DESK, Look.DESK_AT_NIGHT, Look.PHONE, Look.PHONE_AT_NIGHT)
            : List.of(Look.DESK, Look.PHONE_AT_NIGHT);

    /** Selectors of the elements that open a dialog, by page. */
    private static final Map<String, String> DIALOGS = Map.of(
            "monitor?tab=rules", ".button.primary",
            "services?name=hello", ".button.danger",
            "tracker?q=jane", "header .actions .button",
            "documents?collection=notes&id=note-3", "[aria-label='Delete the document']");

    @TempDir
    static Path folder;

    private static ConsoleServer server;
    private static ConsoleBrowser browser;
    private static Map<String, String> pages;
    private static String axe;

    @BeforeAll
    static void serve() throws Exception {
        server = ConsoleServer.in(folder).withTraffic();
        browser = ConsoleBrowser.of(server.address());
        axe = axe();
        String transaction = newest("/admin/tracker/transactions?q=jane");
        String invocation = newest("/admin/monitor/records?q=jane");
        pages = new LinkedHashMap<>();
        pages.put("overview", "");
        pages.put("services", "services?name=orders");
        pages.put("routes", "services");
        pages.put("explorer", "explorer?op=GET%20/api/uuid");
        pages.put("monitor", "monitor");
        pages.put("record", "monitor?q=jane&id=" + invocation);
        pages.put("rules", "monitor?tab=rules");
        pages.put("tracker", "tracker?q=jane&id=" + transaction);
        pages.put("documents", "documents?collection=notes&id=note-3");
        pages.put("bench", "bench?path=/api/test/sayHello");
        pages.put("settings", "settings");
        pages.put("loggers", "settings?tab=loggers");
        pages.put("diagnostics", "settings?tab=diagnostics");
        pages.put("cluster", "settings?tab=cluster");
        Files.createDirectories(SHOTS);
    }

    private static String newest(String search) throws Exception {
        return JsonText.read(server.client().get(search + "&limit=1").body())
                .at("/items/0/id")
                .asString();
    }

    @AfterAll
    static void stop() {
        browser.close();
        server.close();
    }

    @Test
    void every_page_fits_wide_and_narrow_screens_by_day_and_by_night_and_axe_finds_nothing_in_it() {
        List<String> wrong = new ArrayList<>();
        for (Look look : LOOKS) {
            Page page = open(look);
            for (Map.Entry<String, String> each : pages.entrySet()) {
                page.navigate(
                        server.address().resolve("/console/" + each.getValue()).toString());
                ConsoleBrowser.settle(page);
                wrong.addAll(seen(page, each.getKey() + "-" + look));
                Object width = page.evaluate("document.documentElement.scrollWidth");
                if (((Number) width).intValue() > look.width()) wrong.add(each.getKey() + " " + look + ": " + width);
            }
            page.context().close();
        }
        assertThat(wrong).isEmpty();
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void axe_finds_nothing_in_dialogs() {
        List<String> found = new ArrayList<>();
        for (Look look : List.of(Look.DESK, Look.PHONE_AT_NIGHT)) {
            Page page = open(look);
            for (Map.Entry<String, String> each : DIALOGS.entrySet()) {
                page.navigate(
                        server.address().resolve("/console/" + each.getKey()).toString());
                ConsoleBrowser.settle(page);
                page.locator(each.getValue()).first().click();
                page.locator("dialog[open]").waitFor();
                for (Locator more : page.locator("dialog summary").all()) more.click();
                found.addAll(seen(page, "dialog-" + each.getKey().replaceAll("\\W.*", "") + "-" + look));
            }
            page.context().close();
        }
        assertThat(found).isEmpty();
    }

    private static Page open(Look look) {
        return browser.open(look, "", new Browser.NewContextOptions(), axe);
    }

    /** Takes a screenshot for people and returns the violations that axe finds. */
    private static List<String> seen(Page page, String name) {
        page.screenshot(new Page.ScreenshotOptions().setPath(SHOTS.resolve(name + ".png")));
        Object answer = page.evaluate("""
                async () => (await axe.run(document, { resultTypes: ['violations'] })).violations
                  .filter((one) => one.impact !== 'minor')
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
