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
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Editing documents in the console must not lose unsaved text or the user's position. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ConsoleDocumentsTest {
    private static final int MANY = 3000;

    @TempDir
    static Path folder;

    private static ConsoleServer server;
    private static ConsoleBrowser browser;

    @RegisterExtension
    static final ConsoleCare CARE = new ConsoleCare(() -> browser, () -> server);

    @BeforeAll
    static void serve() throws Exception {
        server = ConsoleServer.in(folder);
        server.client().json("PUT", "/api/notes/kept", "{\"title\": \"As it was\"}");
        String lines = IntStream.range(0, MANY)
                .mapToObj("{\"op\":\"create\",\"id\":\"n-%05d\",\"document\":{\"value\":1}}"::formatted)
                .collect(Collectors.joining("\n"));
        assertThat(server.client()
                        .send(
                                "POST",
                                "/api/counters/bulk",
                                BodyPublishers.ofString(lines),
                                "Content-Type",
                                "application/x-ndjson")
                        .statusCode())
                .isEqualTo(200);
        browser = ConsoleBrowser.of(server.address());
    }

    @Test
    void collections_are_listed_with_what_is_in_them_as_it_changes() throws Exception {
        Page page = browser.open("documents");
        Locator notes = page.locator(".collections a", containing("notes"));
        assertThat(notes).containsText(Pattern.compile("1\\s*durable · [\\d.]+ (B|KiB) · notes"));
        assertThat(page.locator(".collections a", containing("counters")).locator("b"))
                .hasText("3,000");
        server.client().json("PUT", "/api/notes/second", "{\"title\": \"One more\"}");
        assertThat(notes.locator("b")).hasText("2");
        server.client().send("DELETE", "/api/notes/second", BodyPublishers.noBody());
        assertThat(notes.locator("b")).hasText("1");
    }

    @Test
    void who_leaves_what_is_not_saved_is_asked_whichever_way_they_go() {
        Page page = browser.open("documents?collection=notes");
        page.locator("vs-grid .row", containing("kept")).click();
        type(page.locator("vs-editor.document"), "{\"title\": \"Not saved yet\"}");
        Locator dialog = page.locator("dialog");

        page.getByRole(AriaRole.LINK, named("Versions")).click();
        stay(dialog);
        page.getByRole(AriaRole.NAVIGATION, named("Pages"))
                .getByRole(AriaRole.LINK, inside("Tracker"))
                .click();
        stay(dialog);
        page.evaluate("history.back()");
        stay(dialog);
        page.keyboard().press("Escape");
        page.locator(".whole").getByRole(AriaRole.BUTTON, inside("Close")).click();
        stay(dialog);

        assertThat(page).hasURL(Pattern.compile(".*id=kept$"));
        assertThat(page.locator("vs-editor.document")).containsText("Not saved yet");
        page.evaluate("history.back()");
        dialog.getByRole(AriaRole.BUTTON, inside("Leave it")).click();
        assertThat(page).hasURL(Pattern.compile(".*collection=notes$"));
        assertThat(page.locator(".whole")).hasCount(0);
    }

    @Test
    void who_closes_the_tab_with_what_is_not_saved_is_asked_by_the_browser() {
        Page page = browser.open("documents?collection=notes&id=kept");
        Object before = wouldAsk(page);
        type(page.locator("vs-editor.document"), "{\"title\": \"Not saved yet\"}");
        assertThat(page.getByText("not saved", new Page.GetByTextOptions().setExact(true)))
                .isVisible();

        assertThat(before).isEqualTo(false);
        assertThat(wouldAsk(page)).isEqualTo(true);
    }

    private static Object wouldAsk(Page page) {
        return page.evaluate("!dispatchEvent(new Event('beforeunload', { cancelable: true }))");
    }

    @Test
    void rows_far_down_stay_where_they_are_while_others_write() throws Exception {
        Page page = browser.open("documents?collection=counters");
        assertThat(page.locator("h1 ~ .badge", containing("live"))).isVisible();
        Locator rows = page.locator("vs-grid .rows");
        page.waitForFunction("""
                () => {
                  const grid = document.querySelector('vs-grid');
                  const rows = grid.querySelector('.rows');
                  rows.scrollTop = rows.scrollHeight;
                  return grid.rows.length >= 3000;
                }""");
        rows.evaluate("rows => { rows.scrollTop = 36 * 1500; }");
        assertThat(page.locator("vs-grid .row", containing("n-01505"))).isVisible();

        server.client().json("PUT", "/api/counters/n-01505", "{\"value\": 4711}");
        assertThat(page.locator("vs-grid .row", containing("n-01505"))).containsText("4711");
        server.client().json("PUT", "/api/counters/a-new-one", "{\"value\": 1}");
        server.client().json("PUT", "/api/counters/another-one", "{\"value\": 1}");
        Locator show = page.getByRole(AriaRole.BUTTON, exactly("2 changes, show"));
        assertThat(show).isVisible();
        assertThat(rows.evaluate("rows => rows.scrollTop")).isEqualTo(36 * 1500);
        assertThat(page.evaluate("document.querySelector('vs-grid').rows.length"))
                .isEqualTo(MANY);

        show.click();
        assertThat(page.locator("vs-grid .row", containing("a-new-one"))).isVisible();
        assertThat(show).hasCount(0);
        server.client().send("DELETE", "/api/counters/a-new-one", BodyPublishers.noBody());
        server.client().send("DELETE", "/api/counters/another-one", BodyPublishers.noBody());
    }

    @Test
    void undo_puts_a_document_back_where_it_was_whatever_is_looked_at_by_then() throws Exception {
        server.client().json("PUT", "/api/notes/deleted", "{\"title\": \"To be back\"}");
        Page page = browser.open("documents?collection=notes&id=deleted");
        page.getByRole(AriaRole.BUTTON, named("Delete the document")).click();
        page.locator("dialog").getByRole(AriaRole.BUTTON, inside("Delete")).click();
        Locator undo = page.locator(".toast").getByRole(AriaRole.BUTTON, inside("Undo"));
        assertThat(undo).isVisible();
        page.locator(".collections a", containing("counters")).click();
        assertThat(page).hasURL(Pattern.compile(".*collection=counters.*"));

        undo.click();
        assertThat(page).hasURL(Pattern.compile(".*collection=notes&id=deleted$"));
        assertThat(page.locator("vs-editor.document")).containsText("To be back");
        assertThat(server.note("deleted")).contains("To be back");
        assertThat(server.client().get("/api/counters/deleted").statusCode()).isEqualTo(404);
        server.client().send("DELETE", "/api/notes/deleted", BodyPublishers.noBody());
    }

    @Test
    void who_has_read_an_older_version_goes_on_to_the_newest_and_changes_it() throws Exception {
        server.client().json("PUT", "/api/counters/n-00007", "{\"value\": 2}");
        Page page = browser.open("documents?collection=counters&id=n-00007&version=1");
        assertThat(page.locator("vs-editor.document")).containsText("\"value\": 1");
        page.getByRole(AriaRole.LINK, exactly("Newest")).click();
        assertThat(page.locator("vs-editor.document")).containsText("\"value\": 2");
        type(page.locator("vs-editor.document"), "{\"value\": 3}");
        page.getByRole(AriaRole.BUTTON, exactly("Save")).click();
        assertThat(page.locator(".toasts")).containsText("n-00007 is saved");
        assertThat(server.client().get("/api/counters/n-00007").body()).contains("3");
    }

    @Test
    void a_document_is_saved_once_however_often_that_is_asked_for() {
        Page page = browser.open("documents?collection=counters&id=n-00008");
        AtomicInteger writes = new AtomicInteger();
        page.onRequest(request -> {
            if (request.method().equals("PUT")) writes.incrementAndGet();
        });
        type(page.locator("vs-editor.document"), "{\"value\": 5}");
        page.locator("vs-editor.document").evaluate("""
                editor => { for (let i = 0; i < 3; i++) editor.dispatchEvent(new CustomEvent('save')); }""");
        assertThat(page.locator(".toasts")).containsText("n-00008 is saved");
        assertThat(page.locator(".whole .badge").first()).containsText("version 2");
        assertThat(page.locator(".trouble")).hasCount(0);
        assertThat(writes).hasValue(1);
    }

    @Test
    void numbers_are_listed_with_all_their_digits_and_what_is_no_json_is_said_to_be_none() throws Exception {
        server.client().json("PUT", "/api/counters/n-00009", "{\"value\": 9007199254740993}");
        server.client().get("/api/counters?q=_id:n-00009&wait=true");
        Page page = browser.open("documents?collection=counters&q=_id:n-0000*&id=n-00009");
        assertThat(page.locator("vs-grid .row", containing("n-00009"))).containsText("9007199254740993");
        type(page.locator("vs-editor.document"), "{\"value\": ");
        page.locator("h1").click();
        page.keyboard().press("Control+s");
        assertThat(page.locator(".trouble")).containsText("This is no JSON yet");
        assertThat(page.locator(".trouble")).not().containsText("fault of the console");
    }

    /** The page's policy forbids inline styles, which a browser sets when it replaces selected text on its own. */
    @Test
    void whatever_is_typed_over_all_of_a_text_the_policy_of_the_page_has_nothing_against_it() {
        Page page = browser.open("documents?collection=counters&id=n-00010");
        Locator text = page.locator("vs-editor.document .cm-content");
        text.click();
        for (String key : List.of(
                "a",
                "{",
                "\"",
                "1",
                "Enter",
                "Tab",
                "Backspace",
                "Delete",
                "Control+Backspace",
                "Control+x",
                "Control+v")) {
            page.keyboard().press("Control+a");
            page.keyboard().press(key);
            page.keyboard().type("{\"value\": [1, 2]}\n{}");
        }
        assertThat(text).containsText("value");
    }

    @Test
    void rows_follow_changes_that_never_pause() throws Exception {
        Page page = browser.open("documents?collection=notes");
        assertThat(page.locator("h1 ~ .badge", containing("live"))).isVisible();
        AtomicBoolean isSeen = new AtomicBoolean();
        CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> {
            for (int i = 0; !isSeen.get(); i++) {
                try {
                    server.client().json("PUT", "/api/notes/steady", "{\"title\": \"Change %d\"}".formatted(i));
                } catch (IOException | InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        });
        try {
            assertThat(page.locator("vs-grid .row", containing("steady"))).isVisible();
        } finally {
            isSeen.set(true);
            writing.join();
            server.client().send("DELETE", "/api/notes/steady", BodyPublishers.noBody());
        }
    }

    private static void stay(Locator dialog) {
        assertThat(dialog).containsText("Leave what you have changed?");
        dialog.getByRole(AriaRole.BUTTON, inside("Cancel")).click();
        assertThat(dialog).hasCount(0);
    }
}
