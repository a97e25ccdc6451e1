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
import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.AriaRole;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The main tasks of the console's users, in a real browser with a real server. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ConsolePagesTest {
    @TempDir
    static Path folder;

    private static ConsoleServer server;
    private static ConsoleBrowser browser;

    @RegisterExtension
    static final ConsoleCare CARE = new ConsoleCare(() -> browser, () -> server);

    @BeforeAll
    static void serve() throws Exception {
        server = ConsoleServer.in(folder).withTraffic();
        browser = ConsoleBrowser.of(server.address());
    }

    @Test
    void the_overview_shows_the_load_of_now_what_is_wrong_and_what_failed() throws Exception {
        server.client().get("/api/slow/failure");
        Page page = browser.open("");
        assertThat(page.locator(".tile", containing("Requests"))).containsText("/s");
        assertThat(page.locator("vs-lines path.line").first()).isVisible();
        assertThat(page.locator("vs-lines table caption").first()).containsText("Requests of the last 15 minutes");
        Locator packages = page.locator("section", containing("Packages")).locator("li");
        assertThat(packages.first()).containsText("orders");
        assertThat(packages.first()).containsText("unable to resolve class Ordr");
        Locator failure = page.locator("section", containing("Last errors"))
                .locator("li", new Locator.LocatorOptions().setHasText("/api/slow/failure"))
                .first();
        assertThat(failure).containsText("500");
        failure.locator("text=transaction").click();
        assertThat(page.locator(".timeline")).containsText("ERROR");
    }

    @Test
    void why_a_package_does_not_compile_stands_at_its_place_and_goes_when_it_is_mended() throws Exception {
        Page page = browser.open("services");
        page.getByRole(AriaRole.LINK, named("orders")).click();
        Locator excerpt = page.locator(".excerpt");
        assertThat(excerpt).containsText("unable to resolve class Ordr");
        assertThat(excerpt.locator(".source.here").first()).containsText("Map<Ordr, Object> find");
        assertThat(excerpt.locator(".caret")).containsText("^");

        server.mendOrders();
        assertThat(page.locator(".package .card").first()).containsText("started");
        assertThat(page.locator(".package")).containsText("/api/orders/{id}");
        page.getByRole(AriaRole.BUTTON, named("Stop")).click();
        assertThat(page.locator(".package .card").first()).containsText("stopped");
        assertThat(server.client().get("/api/orders/7").statusCode()).isEqualTo(404);
        page.getByRole(AriaRole.BUTTON, named("Start")).click();
        assertThat(page.locator(".package .card").first().locator(".badge.good"))
                .containsText("started");
        server.breakOrders();
        assertThat(page.locator(".package")).containsText("the code before it serves on");
    }

    @Test
    void a_request_that_hangs_is_seen_and_interrupted() throws Exception {
        CompletableFuture<HttpResponse<String>> hanging = server.client().later("/api/slow/answer");
        Page page = browser.open("services?name=slow");
        Locator row = page.locator("tr", containing("/api/slow/answer"))
                .filter(new Locator.FilterOptions().setHas(page.getByText("Interrupt")));
        row.getByRole(AriaRole.BUTTON, inside("Interrupt")).click();
        assertThat(page.locator(".toasts")).containsText("was interrupted");
        assertThat(hanging.get(20, TimeUnit.SECONDS).statusCode()).isEqualTo(500);
    }

    @Test
    void a_package_is_deleted_only_by_who_types_its_name() {
        Page page = browser.open("services?name=hello");
        page.getByRole(AriaRole.BUTTON, named("Delete")).click();
        Locator dialog = page.locator("dialog");
        assertThat(dialog.getByRole(AriaRole.BUTTON, inside("Delete"))).isDisabled();
        dialog.locator("input").fill("hello");
        assertThat(dialog.getByRole(AriaRole.BUTTON, inside("Delete"))).isEnabled();
        page.keyboard().press("Escape");
        assertThat(dialog).hasCount(0);
        assertThat(page.locator(".package h2").first()).hasText("hello");
    }

    @Test
    void a_service_is_called_and_its_call_is_found_resubmitted_and_found_again() {
        Page page = browser.open("explorer");
        assertThat(page.locator(".filter input")).isVisible();
        page.keyboard().press("/");
        page.keyboard().type("post echo");
        page.keyboard().press("Enter");
        assertThat(page.locator(".title")).containsText("/api/echo");
        page.locator(".cm-content").click();
        page.keyboard().insertText("{\"customer\": \"Wilhelmina\", \"amount\": 17}");
        page.keyboard().press("Control+Enter");
        Locator answer = page.locator(".answer");
        assertThat(answer.locator(".badge").first()).hasText("200");
        assertThat(answer).containsText("Wilhelmina");
        page.getByRole(AriaRole.BUTTON, named("curl")).click();
        assertThat((String) page.evaluate("navigator.clipboard.readText()"))
                .startsWith("curl -H 'Content-Type: application/json' --data-raw '{\"customer\"")
                .endsWith("/api/echo'");
        answer.getByRole(AriaRole.LINK, inside("Transaction")).click();
        assertThat(page.locator(".timeline > li")).hasCount(2);

        page.locator("vs-query input").fill("wilhelmina");
        page.keyboard().press("Enter");
        assertThat(page.locator("vs-grid .row")).hasCount(1);
        page.keyboard().press("Escape");
        page.keyboard().press("j");
        page.keyboard().press("Enter");
        page.getByRole(AriaRole.BUTTON, exactly("Resubmit")).click();
        Locator editor = page.locator(".resubmit .cm-content");
        editor.click();
        page.keyboard().press("Control+a");
        page.keyboard().insertText("{\"customer\": \"Wilhelmina\", \"amount\": 18}");
        page.locator(".resubmit").getByRole(AriaRole.BUTTON, inside("Resubmit")).click();
        assertThat(page.locator(".toasts")).containsText("answered with 200");
        assertThat(page.locator(".whole")).containsText("resubmits");
        assertThat(page.locator("vs-grid .row")).hasCount(2);
    }

    @Test
    void all_that_a_search_finds_is_resubmitted_after_a_look_at_what_that_would_do() throws Exception {
        for (int i = 0; i < 3; i++) server.client().json("POST", "/api/echo", "{\"customer\": \"Kunigunde\"}");
        server.client().await("kunigunde", found -> found.size() == 3);
        Page page = browser.open("tracker?q=kunigunde");
        assertThat(page.locator("vs-grid .row").first()).isVisible();
        page.getByRole(AriaRole.BUTTON, named("Resubmit all found")).click();
        Locator dialog = page.locator("dialog");
        assertThat(dialog).containsText("Nothing was sent so far");
        dialog.getByRole(AriaRole.BUTTON, inside("Send 3 again")).click();
        assertThat(dialog).containsText("Resubmitted");
        assertThat(dialog.locator(".tile", new Locator.LocatorOptions().setHasText("Sent")))
                .containsText("3");
    }

    @Test
    void a_search_is_completed_narrowed_by_facets_and_zoomed_into() {
        Page page = browser.open("monitor");
        assertThat(page.locator(".facets li button").first()).isVisible();
        Locator input = page.locator("vs-query input");
        input.click();
        page.keyboard().type("meth");
        assertThat(page.locator(".offers li").first()).containsText("method:");
        page.keyboard().press("Tab");
        page.keyboard().type("po");
        page.keyboard().press("Tab");
        assertThat(input).hasValue("method:POST ");
        page.keyboard().press("Enter");
        assertThat(page).hasURL(Pattern.compile(".*q=method%3APOST.*"));
        assertThat(page.locator("vs-grid .row").first()).containsText("POST");
        page.locator(".facets li button", containing("POST /api/echo")).click();
        assertThat(page).hasURL(Pattern.compile(".*route.*"));
        assertThat(page.locator("vs-grid .foot")).containsText(Pattern.compile("^\\s*\\d{2} hits"));
        page.locator("vs-histogram svg").focus();
        page.keyboard().press("ArrowLeft");
        page.keyboard().press("Enter");
        assertThat(page).hasURL(Pattern.compile(".*from=.*to=.*"));
        page.goBack();
        assertThat(page).not().hasURL(Pattern.compile(".*from=.*"));
        input.fill("durtion:>1s");
        page.keyboard().press("Enter");
        assertThat(page.locator(".query-wrong")).containsText("did you mean 'duration'?");
        // The browser logs each response with status 400 as an error, even if the page handles it.
        assertThat(browser.complaints()).allMatch(said -> said.contains("400 (Bad Request)"));
    }

    @Test
    void a_rule_says_beforehand_what_it_would_match_and_is_deleted_and_brought_back() {
        Page page = browser.open("monitor?tab=rules");
        page.getByRole(AriaRole.BUTTON, exactly("Rule")).click();
        Locator dialog = page.locator("dialog");
        dialog.locator("#rule-name").fill("wrong uuids");
        dialog.locator("#rule-path").fill("/api/uuid");
        dialog.locator("#rule-status").fill("400");
        dialog.locator("#rule-priority").fill("7");
        assertThat(dialog.locator(".note")).containsText(Pattern.compile("Matches \\d+ of the last \\d+"));
        dialog.getByRole(AriaRole.BUTTON, inside("Add the rule")).click();
        Locator row = page.locator("tbody tr", containing("wrong uuids"));
        assertThat(row).containsText("/api/uuid");
        row.getByRole(AriaRole.BUTTON, inside("Delete wrong uuids")).click();
        assertThat(row).hasCount(0);
        page.locator(".toast", containing("Undo"))
                .getByRole(AriaRole.BUTTON, inside("Undo"))
                .click();
        assertThat(row).hasCount(1);
    }

    @Test
    void a_document_is_checked_while_it_is_edited_and_saved_as_its_next_version() throws Exception {
        Page page = browser.open("documents?collection=notes&id=note-3");
        type(page.locator("vs-editor.document"), "{\"title\": \"N\", \"stars\": 9}");
        Locator save = page.getByRole(AriaRole.BUTTON, exactly("Save"));
        assertThat(page.locator(".cm-lintRange-error").first()).isVisible();
        type(page.locator("vs-editor.document"), "{\"title\": \"A note by hand\", \"stars\": 4}");
        save.click();
        assertThat(page.locator(".toasts")).containsText("note-3 is saved");
        assertThat(page.locator(".whole .badge").first()).containsText("version 2");
        assertThat(server.note("note-3")).contains("A note by hand");
        page.getByRole(AriaRole.LINK, named("Versions")).click();
        assertThat(page.locator(".diff .gone").first()).containsText("Note 3");
        assertThat(page.locator(".diff .come").first()).containsText("A note by hand");
    }

    @Test
    void two_who_change_the_same_document_see_each_others_change_beside_their_own() throws Exception {
        Page page = browser.open("documents?collection=notes&id=note-4");
        type(page.locator("vs-editor.document"), "{\"title\": \"What I wrote\"}");
        server.client().json("PUT", "/api/notes/note-4", "{\"title\": \"What others wrote\"}");
        assertThat(page.locator(".note.warn")).containsText("Somebody has made version 2");
        page.getByRole(AriaRole.BUTTON, exactly("Save")).click();
        assertThat(page.locator(".trouble")).containsText("Somebody else changed it while you did");
        assertThat(page.locator(".diff .gone").first()).containsText("What others wrote");
        assertThat(page.locator(".diff .come").first()).containsText("What I wrote");
        page.getByRole(AriaRole.BUTTON, named("Save yours over version 2")).click();
        assertThat(page.locator(".whole .badge").first()).containsText("version 3");
        assertThat(server.note("note-4")).contains("What I wrote");
        assertThat(browser.complaints()).allMatch(said -> said.contains("412 (Precondition Failed)"));
    }

    @Test
    void documents_are_found_and_what_others_write_comes_by_itself() throws Exception {
        Page page = browser.open("documents?collection=counters");
        assertThat(page.locator("vs-grid .row")).hasCount(5);
        assertThat(page.locator("h1 ~ .badge", containing("live"))).isVisible();
        server.client().json("PUT", "/api/counters/from-elsewhere", "{\"value\": 4711}");
        assertThat(page.locator("vs-grid .row", containing("from-elsewhere"))).containsText("4711");
        page.locator("vs-query input").fill("value:>4000");
        page.keyboard().press("Enter");
        assertThat(page.locator("vs-grid .row")).hasCount(1);
    }

    @Test
    void a_setting_that_can_change_does_and_the_change_is_on_record() throws Exception {
        Page page = browser.open("settings?tab=constructor&q=log.level");
        page.getByLabel("log.level").selectOption("debug");
        assertThat(page.locator("table", containing("Who"))).containsText("log.level");
        page.getByLabel("log.level").selectOption("info");
        assertThat(page.locator("table tbody tr")).hasCount(2);
        page.getByRole(AriaRole.LINK, named("Log levels")).click();
        page.getByLabel("Level of vesper.hosting", new Page.GetByLabelOptions().setExact(true))
                .selectOption("WARN");
        assertThat(page.locator(".toasts")).containsText("vesper.hosting logs from WARN on");
        assertThat(server.client().get("/admin/loggers").body()).contains("\"WARN\"");
    }

    @Test
    void threads_and_objects_are_looked_at_and_a_recording_is_made_and_deleted() {
        Page page = browser.open("settings?tab=diagnostics");
        page.getByRole(AriaRole.BUTTON, exactly("Look")).click();
        assertThat(page.locator("section", containing("Threads")).locator("li").first())
                .isVisible();
        page.getByRole(AriaRole.BUTTON, exactly("Count objects")).click();
        // Byte arrays are near the top of the heap, but not always the first.
        assertThat(page.locator("td.share", containing("byte[]")).first()).isVisible();
        page.getByRole(AriaRole.BUTTON, exactly("Record")).click();
        Locator recording =
                page.locator("section", containing("Flight recordings")).locator("tbody tr");
        assertThat(recording).containsText("running");
        recording.getByRole(AriaRole.BUTTON, inside("Delete the recording")).click();
        assertThat(page.getByText("JDK Mission Control opens the file")).isVisible();
    }

    @Test
    void everything_is_reached_by_keys_and_the_way_back_works() {
        Page page = browser.open("");
        page.keyboard().press("g");
        page.keyboard().press("t");
        assertThat(page.locator("h1")).hasText("Tracker");
        assertThat(page).hasTitle("Tracker · Vesper");
        page.keyboard().press("/");
        page.keyboard().type("jane");
        page.keyboard().press("Enter");
        page.keyboard().press("Escape");
        assertThat(page.locator("vs-grid .row").first()).containsText("/api/echo");
        page.keyboard().press("j");
        page.keyboard().press("j");
        page.keyboard().press("Enter");
        assertThat(page.locator(".timeline")).containsText("Jane Smith");
        assertThat(page.locator(".t-masked").first()).hasText("\"***\"");
        page.keyboard().press("Escape");
        assertThat(page.locator(".timeline")).hasCount(0);
        page.goBack();
        assertThat(page.locator(".timeline")).isVisible();
        page.reload();
        assertThat(page.locator(".timeline")).containsText("Jane Smith");
        page.keyboard().press("?");
        assertThat(page.locator("dialog")).containsText("go to a page");
    }

    @Test
    void a_hundred_thousand_rows_are_as_few_elements_as_ten() {
        Page page = browser.open("monitor");
        assertThat(page.locator("vs-grid")).isVisible();
        Object most = page.evaluate("""
                async () => {
                  const grid = document.createElement('vs-grid');
                  grid.columns = [{ name: 'N', width: '1fr', cell: (row) => row.id }];
                  grid.rows = Array.from({ length: 100000 }, (_, id) => ({ id }));
                  grid.style.height = '600px';
                  document.querySelector('main').append(grid);
                  await grid.updateComplete;
                  const rows = grid.querySelector('.rows');
                  rows.scrollTop = 36 * 70000;
                  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
                  await grid.updateComplete;
                  const shown = [...grid.querySelectorAll('.row')].map((row) => Number(row.textContent));
                  return shown.length < 60 && shown.includes(70005) ? 'few' : `${shown.length} from ${shown[0]}`;
                }""");
        assertThat(most).isEqualTo("few");
    }

    @Test
    void what_took_longer_than_others_is_chosen_in_the_chart_of_latencies_and_given_up_by_a_click() {
        Page page = browser.open("monitor");
        Locator chart = page.locator("vs-latencies");
        assertThat(chart.locator("caption")).containsText("How long the invocations took");
        chart.locator("svg").focus();
        page.keyboard().press("ArrowLeft");
        page.keyboard().press("Enter");
        assertThat(page).hasURL(Pattern.compile(".*duration%3A%3E\\d+us.*duration%3A%3C%3D\\d+us.*"));
        assertThat(page.locator("vs-grid .foot")).containsText(Pattern.compile("^\\s*\\d{1,2} hits?"));
        chart.locator("svg").click();
        assertThat(page).not().hasURL(Pattern.compile(".*duration.*"));
    }

    @Test
    void what_was_hidden_is_not_sent_as_stars_unless_that_is_meant() {
        Page page = browser.open("tracker?q=jane");
        page.locator("vs-grid .row").first().click();
        page.getByRole(AriaRole.BUTTON, exactly("Resubmit")).click();
        Locator form = page.locator(".resubmit");
        Locator send = form.getByRole(AriaRole.BUTTON, inside("Resubmit"));
        assertThat(send).isDisabled();
        form.getByText("Send the stars as they are").click();
        assertThat(send).isEnabled();
        form.getByText("Send the stars as they are").click();
        assertThat(send).isDisabled();
        type(form, "{\"password\": \"another\"}");
        assertThat(send).isEnabled();
    }

    @Test
    void a_rule_by_a_regular_expression_is_changed_with_all_that_it_has() throws Exception {
        server.client().json("POST", "/admin/monitor/rules", """
                {"name": "by numbers", "pathRegex": "/api/parcels/[0-9]+", "priority": 9, "bodyBytes": 100, "cost": 3}""");
        Page page = browser.open("monitor?tab=rules");
        page.getByRole(AriaRole.BUTTON, named("Change by numbers")).click();
        Locator dialog = page.locator("dialog");
        assertThat(dialog.locator("#rule-pathRegex")).hasValue("/api/parcels/[0-9]+");
        assertThat(dialog.locator("#rule-bodyBytes")).hasValue("100");
        assertThat(dialog.locator(".note")).containsText("Matches 0 of");
        dialog.locator("#rule-alert-matches").fill("100");
        dialog.getByRole(AriaRole.BUTTON, inside("Save")).click();
        assertThat(page.locator("tbody tr", containing("by numbers"))).containsText("alert");
        assertThat(server.client().get("/admin/monitor/rules/by-numbers").body())
                .contains("\"pathRegex\" : \"/api/parcels/[0-9]+\"", "\"matches\" : 100", "\"cost\" : 3");
    }

    @Test
    void a_server_that_is_out_of_reach_is_not_said_to_be_well() {
        Page page = browser.open("");
        Locator verdict = page.locator("h1 ~ .badge");
        assertThat(verdict).isVisible();
        page.context().setOffline(true);
        assertThat(verdict).containsText("out of reach");
        page.context().setOffline(false);
        assertThat(verdict).not().containsText("out of reach");
        assertThat(browser.complaints()).allMatch(said -> said.contains("ERR_INTERNET_DISCONNECTED"));
    }

    @Test
    void a_switch_that_is_refused_stays_as_it_was_and_what_could_not_be_read_is_read_again() {
        Page page = browser.open("documents");
        page.route("**/admin/tracker/enabled", route -> refuse(route, 409));
        page.route("**/admin/settings", route -> refuse(route, 500));
        page.getByRole(AriaRole.LINK, named("Tracker")).click();
        Locator on = page.getByRole(AriaRole.SWITCH, named("Tracker on"));
        assertThat(on).isChecked();
        on.click();
        assertThat(page.locator(".toasts")).containsText("not now");
        assertThat(on).isChecked();

        page.getByRole(AriaRole.LINK, named("Settings")).first().click();
        assertThat(page.locator(".trouble")).containsText("not now");
        page.unroute("**/admin/settings");
        page.getByRole(AriaRole.BUTTON, exactly("Try again")).click();
        assertThat(page.locator(".setting").first()).isVisible();
        assertThat(browser.complaints()).allMatch(said -> said.contains("409") || said.contains("500"));
    }

    @Test
    void the_load_is_followed_again_after_a_server_that_was_starting_serves() {
        Page page = browser.open("documents");
        page.route("**/admin/status/live", route -> refuse(route, 503));
        page.getByRole(AriaRole.LINK, named("Overview")).first().click();
        assertThat(page.locator(".tile", containing("Requests"))).isVisible();
        page.waitForFunction("() => document.querySelector('vs-overview').live.isBroken");
        page.unroute("**/admin/status/live");
        page.waitForFunction("() => document.querySelector('vs-overview').live.isOpen");
        assertThat(browser.complaints()).isNotEmpty().allMatch(said -> said.contains("503"));
    }

    private static void refuse(Route route, int status) {
        route.fulfill(new Route.FulfillOptions()
                .setStatus(status)
                .setContentType("application/problem+json")
                .setBody("{\"detail\": \"not now\"}"));
    }

    @Test
    void a_page_that_came_while_the_server_was_out_of_reach_is_there_when_it_is_back() {
        Page page = browser.open("documents");
        assertThat(page.locator(".collections a").first()).isVisible();
        page.context().setOffline(true);
        page.getByRole(AriaRole.LINK, named("Settings")).first().click();
        assertThat(page.locator(".trouble")).containsText("The server does not answer");
        page.context().setOffline(false);
        assertThat(page.locator(".setting").first())
                .isVisible(new LocatorAssertions.IsVisibleOptions().setTimeout(15_000));
        assertThat(browser.complaints()).allMatch(said -> said.contains("ERR_INTERNET_DISCONNECTED"));
    }

    @Test
    void a_transaction_is_sent_again_once_however_often_that_is_asked_for() {
        Page page = browser.open("tracker?q=jane");
        AtomicInteger sent = new AtomicInteger();
        page.onRequest(request -> {
            if (request.url().endsWith("/resubmit")) sent.incrementAndGet();
        });
        page.locator("vs-grid .row").first().click();
        page.getByRole(AriaRole.BUTTON, exactly("Resubmit")).click();
        type(page.locator(".resubmit"), "{\"who\": \"Roswitha\"}");
        page.locator(".resubmit vs-editor").evaluate("""
                editor => { for (let i = 0; i < 3; i++) editor.dispatchEvent(new CustomEvent('send')); }""");
        assertThat(page.locator(".toasts")).containsText("answered with 200");
        assertThat(sent).hasValue(1);
    }

    @Test
    void an_address_that_is_no_page_is_that_of_the_overview() {
        Page page = browser.open("constructor?with=this");
        assertThat(page.locator("h1")).hasText("Overview");
        assertThat(page).hasURL(Pattern.compile(".*/console/$"));
    }
}
