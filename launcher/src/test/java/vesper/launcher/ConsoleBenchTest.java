package vesper.launcher;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static vesper.launcher.ConsoleLocators.containing;
import static vesper.launcher.ConsoleLocators.exactly;
import static vesper.launcher.ConsoleLocators.inside;
import static vesper.launcher.ConsoleLocators.named;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server is driven by its own console, and what benches have found is read there. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ConsoleBenchTest {
    @TempDir
    static Path folder;

    private static ConsoleServer server;
    private static ConsoleBrowser browser;

    @BeforeAll
    static void serve() throws Exception {
        result("run-old", "2026-11-23T10:00:00Z", 1000);
        result("run-young", "2026-11-24T10:00:00Z", 2000);
        server = ConsoleServer.in(folder);
        browser = ConsoleBrowser.of(server.address());
    }

    @AfterAll
    static void stop() {
        browser.close();
        server.close();
    }

    @AfterEach
    void nothing_is_wrong_that_nobody_sees() {
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void a_service_is_driven_with_its_progress_and_stopped() {
        Page page = browser.open("bench?path=/api/test/sayHello&c=1&d=1");
        page.getByText("From a terminal").click();
        assertThat(page.locator(".command")).containsText("./vesper load -c 1 -d 1s http://");
        page.getByRole(AriaRole.BUTTON, named("Copy the command")).click();
        assertThat(page.locator(".toasts")).containsText("Copied");
        assertThat(page.locator(".run")).hasCount(0);

        page.getByRole(AriaRole.BUTTON, exactly("Run")).click();
        Locator run = page.locator(".run");
        assertThat(run.locator("progress")).isVisible();
        assertThat(run).containsText("GET /api/test/sayHello");
        assertThat(page.getByRole(AriaRole.BUTTON, exactly("Run"))).isDisabled();
        assertThat(page.locator("vs-lines path.line").first()).isVisible();
        run.getByRole(AriaRole.BUTTON, inside("Stop")).click();
        assertThat(run.locator(".badge")).hasText("stopped");
        assertThat(page.locator(".toasts")).containsText("was stopped");
    }

    @Test
    void results_are_compared_read_and_deleted() {
        Page page = browser.open("bench");
        page.getByLabel("Compare run-young").check();
        page.getByLabel("Compare run-old").check();
        assertThat(page).hasURL(Pattern.compile(".*first=run-old&second=run-young"));
        Locator row = page.locator(".compared tbody tr", containing("requests a second"));
        assertThat(row).containsText("connections=1");
        assertThat(row).containsText("faster");
        assertThat(row).containsText(Pattern.compile("1\\.9\\d to 2\\.0\\d|2\\.0\\d"));

        Page report = page.waitForPopup(() ->
                page.locator("tr", containing("run-old")).getByText("Report").click());
        assertThat(report).hasTitle("A report");
        report.close();

        page.getByRole(AriaRole.BUTTON, named("Delete run-young")).click();
        page.locator("dialog").getByRole(AriaRole.BUTTON, inside("Delete")).click();
        assertThat(page.locator("tr", containing("run-young"))).hasCount(0);
        assertThat(page.locator(".compared")).hasCount(0);
        assertThat(folder.resolve("data/bench/run-young")).doesNotExist();
    }

    private static void result(String name, String startedAt, int rate) throws IOException {
        Path result = Files.createDirectories(folder.resolve("data/bench").resolve(name));
        Files.writeString(result.resolve("result.json"), """
                {"experiment":"factors","startedAt":"%s","quick":true,"stable":true,"brokenOff":null,"arms":[{"name":"a"}],"bars":[]}
                """.formatted(startedAt));
        Files.writeString(result.resolve("report.html"), "<!doctype html><title>A report</title>");
        StringBuilder runs = new StringBuilder("start,round,arm,requestsPerSecond,cpuMicrosPerRequest,p99Micros\n");
        for (int start = 1; start <= 3; start++)
            runs.append(start).append(",1,connections=1,").append(rate + start).append(",5,100\n");
        Files.writeString(result.resolve("runs.csv"), runs);
    }
}
