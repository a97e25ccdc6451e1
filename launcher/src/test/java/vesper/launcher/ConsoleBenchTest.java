package vesper.launcher;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static vesper.launcher.ConsoleLocators.containing;
import static vesper.launcher.ConsoleLocators.exactly;
import static vesper.launcher.ConsoleLocators.inside;
import static vesper.launcher.ConsoleLocators.named;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Benchmarks of a server started from its console, and their results there. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ConsoleBenchTest {
    @TempDir
    static Path folder;

    private static ConsoleServer server;
    private static ConsoleBrowser browser;

    @RegisterExtension
    static final ConsoleCare CARE = new ConsoleCare(() -> browser, () -> server);

    @BeforeAll
    static void serve() throws Exception {
        result("run-old", "2026-11-23T10:00:00Z", 1000, 3);
        result("run-young", "2026-11-24T10:00:00Z", 2000, 3);
        server = ConsoleServer.in(folder);
        browser = ConsoleBrowser.of(server.address());
    }

    @Test
    void a_command_is_copied_and_nothing_else_happens() {
        Page page = browser.open("bench?path=/api/test/sayHello&c=1,8&d=1");
        page.getByText("From a terminal").click();
        assertThat(page.locator(".command")).containsText("./vesper load -c 8 -d 1s http://");
        page.getByRole(AriaRole.BUTTON, named("Copy the command")).click();
        assertThat(page.locator(".toasts")).containsText("Copied");
        assertThat(page.locator(".run")).hasCount(0);
    }

    /** The progress of a real run depends on the machine, so the responses are stubbed. */
    @Test
    void a_service_is_driven_with_its_progress_and_stopped() {
        AtomicReference<String> state = new AtomicReference<>("");
        AtomicReference<String> wanted = new AtomicReference<>("");
        Page page = browser.open("documents");
        page.route("**/admin/bench/runs**", route -> {
            switch (route.request().method()) {
                case "POST" -> {
                    wanted.set(route.request().postData());
                    state.set("running");
                    route.fulfill(answer(202, run("running")));
                }
                case "DELETE" -> {
                    state.set("stopped");
                    route.fulfill(answer(204, ""));
                }
                default ->
                    route.fulfill(answer(200, "{\"items\":[" + (state.get().isEmpty() ? "" : run(state.get())) + "]}"));
            }
        });
        page.getByRole(AriaRole.LINK, named("Bench")).click();
        page.getByLabel("Service").fill("/api/test/sayHello");
        page.getByLabel("Connections").fill("1, 8");
        page.getByRole(AriaRole.BUTTON, exactly("Run")).click();
        Locator run = page.locator(".run");
        assertThat(run).containsText("GET /api/test/sayHello");
        assertThat(run).containsText("29 %, about 31 s left");
        assertThat(run).containsText("8 connections, the second of three runs");
        assertThat(run.locator("progress")).hasJSProperty("value", 29);
        assertThat(page.getByRole(AriaRole.BUTTON, exactly("Run"))).isDisabled();
        assertThat(page.locator("vs-lines path.line").first()).isVisible();
        assertThat(JsonText.read(wanted.get()).path("connections").toString()).isEqualTo("[1,8]");

        run.getByRole(AriaRole.BUTTON, inside("Stop")).click();
        assertThat(run.locator(".badge")).hasText("stopped");
        assertThat(page.locator(".toasts")).containsText("was stopped");
        assertThat(page.getByRole(AriaRole.BUTTON, exactly("Run"))).isEnabled();
    }

    @Test
    void a_service_is_driven_by_a_bench_that_runs_until_it_is_stopped() {
        Page page = browser.open("bench?path=/health/live&c=1,2&d=1");
        page.getByRole(AriaRole.BUTTON, exactly("Run")).click();
        Locator run = page.locator(".run");
        assertThat(run).containsText("connections=", new LocatorAssertions.ContainsTextOptions().setTimeout(45_000));
        run.getByRole(AriaRole.BUTTON, inside("Stop")).click();
        assertThat(run.locator(".badge")).hasText("stopped", new LocatorAssertions.HasTextOptions().setTimeout(20_000));
    }

    @Test
    void of_too_few_runs_there_is_a_ratio_and_no_interval() throws Exception {
        result("run-short", "2026-11-22T10:00:00Z", 1500, 1);
        Page page = browser.open("bench?first=run-short&second=run-old");
        Locator row = page.locator(".compared tbody tr", containing("requests a second"));
        assertThat(row).containsText("connections=1");
        assertThat(row).containsText("–");
        assertThat(page.locator(".compared .interval")).hasCount(0);
    }

    private static String run(String state) {
        return """
                {"id":"run-1","state":"%s","startedAt":"2026-11-24T10:00:00Z","method":"GET","path":"/api/test/sayHello",
                 "connections":[1,8],"percent":29,"leftSeconds":31,"lines":["8 connections, the second of three runs"]}
                """.formatted(state);
    }

    private static Route.FulfillOptions answer(int status, String json) {
        return new Route.FulfillOptions()
                .setStatus(status)
                .setContentType("application/json")
                .setBody(json);
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

    private static void result(String name, String startedAt, int rate, int starts) throws IOException {
        Path result = Files.createDirectories(folder.resolve("data/bench").resolve(name));
        Files.writeString(result.resolve("result.json"), """
                {"experiment":"factors","startedAt":"%s","quick":true,"stable":true,"brokenOff":null,"arms":[{"name":"a"}],"bars":[]}
                """.formatted(startedAt));
        Files.writeString(result.resolve("report.html"), "<!doctype html><title>A report</title>");
        StringBuilder runs = new StringBuilder("start,round,arm,requestsPerSecond,cpuMicrosPerRequest,p99Micros\n");
        for (int start = 1; start <= starts; start++)
            runs.append(start).append(",1,connections=1,").append(rate + start).append(",5,100\n");
        Files.writeString(result.resolve("runs.csv"), runs);
    }
}
