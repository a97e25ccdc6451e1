package vesper.launcher;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static vesper.launcher.ConsoleLocators.exactly;
import static vesper.launcher.ConsoleLocators.inside;
import static vesper.launcher.ConsoleLocators.named;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The console in a browser on another machine, where the user needs the server's token. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ConsoleElsewhereTest {
    private static final String TOKEN = "a-long-secret";

    @TempDir
    static Path folder;

    private static ConsoleServer server;
    private static ConsoleBrowser browser;

    private Page page;

    @BeforeAll
    static void serve() throws Exception {
        server = ConsoleServer.in(folder, "admin.token=" + TOKEN);
        browser = ConsoleBrowser.of(server.address());
    }

    @AfterAll
    static void stop() {
        browser.close();
        server.close();
    }

    /** Its further rejections do not concern the next test. */
    @AfterEach
    void leave() {
        page.context().close();
        browser.complaints();
    }

    @Test
    void who_shows_the_token_once_sees_everything_changes_something_and_signs_out() {
        page = open("settings?q=log.level");
        Locator dialog = page.locator("dialog");
        assertThat(dialog).containsText("Sign in");
        assertThat(dialog.locator("input[name=user]")).isFocused();
        dialog.locator("input[type=password]").fill("a-guess");
        page.keyboard().press("Enter");
        assertThat(dialog.locator(".trouble")).isVisible();
        dialog.locator("input[type=password]").fill(TOKEN);
        page.keyboard().press("Enter");
        assertThat(dialog).hasCount(0);
        assertThat(browser.complaints()).isNotEmpty().allMatch(said -> said.contains("401 (Unauthorized)"));

        page.getByLabel("log.level").selectOption("debug");
        assertThat(page.locator(".toasts")).containsText("log.level is debug");
        page.navigate(server.address().resolve("/console/").toString());
        assertThat(page.locator(".tile", ConsoleLocators.containing("Requests")))
                .containsText("/s");
        page.waitForFunction("() => document.querySelector('vs-overview').samples.length > 2");
        page.navigate(server.address()
                .resolve("/console/explorer?op=PUT%20/admin/tracker/enabled")
                .toString());
        ConsoleLocators.type(page.locator("vs-editor"), "true");
        page.getByRole(AriaRole.BUTTON, named("Send")).click();
        assertThat(page.locator(".answer .badge").first()).hasText("200");
        assertThat(browser.complaints()).isEmpty();

        page.getByRole(AriaRole.BUTTON, exactly("Sign out")).click();
        assertThat(dialog).containsText("Sign in");
    }

    @Test
    void who_has_no_token_is_asked_once_and_may_ask_for_it_again() {
        page = open("services");
        Locator dialog = page.locator("dialog");
        dialog.getByRole(AriaRole.BUTTON, inside("Not now")).click();
        assertThat(dialog).hasCount(0);
        assertThat(page.locator(".trouble").first()).containsText("needs an operator");
        page.getByRole(AriaRole.BUTTON, exactly("Sign in")).click();
        assertThat(dialog.locator("input[name=user]")).isFocused();
    }

    private Page open(String path) {
        return browser.open(
                ConsoleBrowser.Look.DESK,
                path,
                new Browser.NewContextOptions().setExtraHTTPHeaders(Map.of("X-Forwarded-For", "203.0.113.9")));
    }
}
