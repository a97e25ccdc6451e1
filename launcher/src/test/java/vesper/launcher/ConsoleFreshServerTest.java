package vesper.launcher;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static vesper.launcher.ConsoleLocators.containing;
import static vesper.launcher.ConsoleLocators.exactly;
import static vesper.launcher.ConsoleLocators.inside;
import static vesper.launcher.ConsoleLocators.named;
import static vesper.launcher.ConsoleLocators.type;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first minutes of a new user with a new server, on which nothing is recorded yet. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ConsoleFreshServerTest {
    @TempDir
    Path folder;

    private ConsoleServer server;
    private ConsoleBrowser browser;

    @BeforeEach
    void serve() throws Exception {
        server = ConsoleServer.in(folder);
        browser = ConsoleBrowser.of(server.address());
    }

    @AfterEach
    void stop() {
        browser.close();
        server.close();
    }

    @Test
    void from_a_package_that_does_not_compile_to_a_call_that_is_found_sent_again_and_a_document_that_is_changed() {
        Page page = browser.open("");
        assertThat(page.locator("h1 ~ .badge")).hasText("orders does not compile");
        page.getByRole(AriaRole.LINK, named("orders does not compile")).click();
        assertThat(page.locator(".excerpt .source.here").first()).containsText("Map<Ordr, Object>");

        go(page, "API Explorer");
        page.getByRole(AriaRole.LINK, named("POST /api/echo")).click();
        type(page.locator("vs-editor"), "{\"customer\": \"Wilhelmina\", \"amount\": 17}");
        page.getByRole(AriaRole.BUTTON, named("Send")).click();
        Locator answer = page.locator(".answer");
        assertThat(answer.locator(".note")).containsText("Not recorded: Tracker is off.");
        answer.getByRole(AriaRole.BUTTON, inside("Switch on and send again")).click();
        answer.getByRole(AriaRole.LINK, inside("Transaction")).click();
        assertThat(page.locator(".timeline > li")).hasCount(2);

        page.keyboard().press("Escape");
        search(page, "wilhelmina");
        assertThat(page.locator("vs-grid .row")).hasCount(1);
        page.locator("vs-grid .row").click();
        page.getByRole(AriaRole.BUTTON, exactly("Resubmit")).click();
        type(page.locator(".resubmit"), "{\"customer\": \"Wilhelmina\", \"amount\": 18}");
        page.locator(".resubmit").getByRole(AriaRole.BUTTON, inside("Resubmit")).click();
        assertThat(page.locator(".whole")).containsText("resubmits");

        go(page, "Monitor");
        page.getByRole(AriaRole.BUTTON, named("Record all of /api")).click();
        assertThat(page.locator(".toasts")).containsText("recorded from now on");

        go(page, "Documents");
        page.getByRole(AriaRole.LINK, named("notes")).click();
        page.getByRole(AriaRole.BUTTON, exactly("Document")).click();
        page.locator("#new-id").fill("first");
        type(page.locator("vs-editor.document"), "{\"title\": \"By hand\"}");
        page.getByRole(AriaRole.BUTTON, exactly("Create")).click();
        assertThat(page.locator(".whole .badge").first()).containsText("version 1");
        type(page.locator("vs-editor.document"), "{\"title\": \"By hand, twice\"}");
        page.getByRole(AriaRole.BUTTON, exactly("Save")).click();
        assertThat(page.locator(".whole .badge").first()).containsText("version 2");

        go(page, "Monitor");
        assertThat(page.locator("vs-grid .row", containing("/api/notes/first")).first())
                .isVisible();
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void who_waits_for_the_first_record_sees_it_without_asking() throws Exception {
        server.client().switchTracker(true);
        Page page = browser.open("tracker");
        assertThat(page.locator(".empty")).containsText("Nothing tracked yet");
        server.client().get("/api/test/sayHello");
        assertThat(page.locator("vs-grid .row")).hasCount(1);
    }

    private static void go(Page page, String title) {
        page.getByRole(AriaRole.NAVIGATION, named("Pages"))
                .getByRole(AriaRole.LINK, inside(title))
                .click();
        assertThat(page.locator("h1")).hasText(title);
    }

    private static void search(Page page, String words) {
        page.locator("vs-query input").fill(words);
        page.keyboard().press("Enter");
    }
}
