package vesper.launcher;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static vesper.launcher.ConsoleLocators.exactly;
import static vesper.launcher.ConsoleLocators.inside;
import static vesper.launcher.ConsoleLocators.named;
import static vesper.launcher.ConsoleLocators.type;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.AriaRole;
import groovy.lang.Binding;
import groovy.lang.GroovyShell;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A call can be repeated from its URL, from the history of calls, and from the copied code. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ConsoleExplorerTest {
    private static final String BODY = "{\"customer\": \"Wilhelmina's \\\"son\\\"\"}";

    private static final String DESCRIPTION = """
            {"openapi": "3.1.0", "paths": {"/api/keyed": {"post": {"tags": ["keyed"],
              "parameters": [{"name": "apiKey", "in": "query", "schema": {"type": "string"}}, {"name": "shop", "in": "query", "schema": {"type": "string"}}],
              "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Keyed"}}, "application/xml": {"schema": {"$ref": "#/components/schemas/Keyed"}}}},
              "responses": {}}}},
             "components": {"schemas": {"Keyed": {"type": "object", "properties": {"number": {"type": "integer"}, "name": {"type": "string"}, "level": {"type": "integer", "enum": [1, 2]}}}}}}
            """;

    @TempDir
    static Path folder;

    private static ConsoleServer server;
    private static ConsoleBrowser browser;

    @RegisterExtension
    static final ConsoleCare CARE = new ConsoleCare(() -> browser, () -> server);

    @BeforeAll
    static void serve() throws Exception {
        server = ConsoleServer.in(folder);
        browser = ConsoleBrowser.of(server.address());
    }

    @Test
    void what_is_chosen_is_in_the_address_and_what_is_secret_stays_with_the_tab() {
        Page page = browser.open("explorer?op=POST%20/api/echo");
        type(page.locator("vs-editor"), BODY);
        page.getByLabel("Accept").selectOption("application/xml");
        header(page, 0, "X-Shop", "berlin");
        header(page, 1, "Authorization", "Bearer of-nobody");
        assertThat(page).hasURL(Pattern.compile(".*accept=application%2Fxml.*X-Shop.*berlin.*Authorization.*"));
        assertThat(page).not().hasURL(Pattern.compile(".*of-nobody.*"));

        page.reload();
        assertThat(page.locator("vs-editor")).containsText("Wilhelmina");
        assertThat(page.getByLabel("Accept")).hasValue("application/xml");
        assertThat(page.getByLabel("Header value").first()).hasValue("berlin");
        assertThat(page.getByLabel("Header value").last()).hasValue("Bearer of-nobody");
    }

    @Test
    void what_was_sent_before_stands_beside_its_service_and_is_sent_again_as_it_was() {
        Page page = browser.open("explorer?op=GET%20/api/uuid");
        page.getByLabel("count").fill("7");
        header(page, 0, "X-Shop", "berlin");
        send(page);
        Locator before = page.locator(".sent-before tr");
        assertThat(before).hasCount(1);
        assertThat(before).containsText("X-Shop: berlin");

        page.getByRole(AriaRole.LINK, named("GET /api/test/sayHello")).click();
        assertThat(page.locator(".title")).containsText("sayHello");
        assertThat(before).hasCount(0);
        page.getByRole(AriaRole.LINK, exactly("GET /api/uuid")).click();
        assertThat(page.getByLabel("Header name")).hasCount(0);
        before.first().click();
        assertThat(page.getByLabel("count")).hasValue("7");
        assertThat(page.getByLabel("Header value")).hasValue("berlin");
        assertThat(page.locator(".title")).containsText("/api/uuid");
    }

    @Test
    void what_was_absent_when_it_was_sent_is_absent_when_it_is_sent_again() {
        Page page = browser.open("explorer?op=GET%20/api/uuid");
        Locator count = page.getByLabel("count");
        String first = count.inputValue();
        send(page);
        count.fill("7");
        send(page);
        Locator before = page.locator(".sent-before tr");
        assertThat(before).hasCount(2);
        before.last().click();
        assertThat(count).hasValue(first);
    }

    @Test
    void secret_parameters_stay_with_the_tab_and_a_form_keeps_the_digits_of_what_it_does_not_change() {
        Page page = browser.open("documents");
        page.route(
                "**/openapi.json",
                route -> route.fulfill(new Route.FulfillOptions()
                        .setContentType("application/json")
                        .setBody(DESCRIPTION)));
        page.getByRole(AriaRole.LINK, named("API Explorer")).click();
        page.getByRole(AriaRole.LINK, named("POST /api/keyed")).click();
        page.getByLabel("apiKey").fill("of-nobody");
        page.getByLabel("shop").fill("berlin");
        assertThat(page).hasURL(Pattern.compile(".*query.shop=berlin.*"));
        assertThat(page).not().hasURL(Pattern.compile(".*of-nobody.*"));
        page.reload();
        assertThat(page.getByLabel("apiKey")).hasValue("of-nobody");
        assertThat(page.getByLabel("shop")).hasValue("berlin");
        page.getByRole(AriaRole.BUTTON, exactly("Send")).click();
        assertThat(page.locator(".sent-before tr")).containsText("apiKey=…");
        assertThat(browser.complaints()).allMatch(said -> said.contains("404"));

        type(page.locator("vs-editor"), "{\"number\": 9007199254740993123, \"name\": \"a\", \"level\": 1}");
        page.getByRole(AriaRole.BUTTON, exactly("Form")).click();
        assertThat(page.getByLabel("number")).hasValue("9007199254740993123");
        page.getByLabel("name").fill("Jane");
        page.getByLabel("level").selectOption("2");
        page.getByLabel("number").fill("many");
        page.getByLabel("number").blur();
        page.getByRole(AriaRole.BUTTON, exactly("Text")).click();
        assertThat(page.locator("vs-editor"))
                .containsText("{\"number\": 9007199254740993123, \"name\": \"Jane\", \"level\": 2}");

        page.getByLabel("Content-Type").selectOption("application/xml");
        assertThat(page.locator("vs-editor")).containsText("\"Jane\"");
        page.getByRole(AriaRole.BUTTON, exactly("Example")).click();
        assertThat(page.locator("vs-editor")).containsText("<number>");
        page.getByLabel("Content-Type").selectOption("application/json");
        assertThat(page.locator("vs-editor")).containsText("\"number\"");
    }

    @Test
    void what_is_copied_as_java_and_as_groovy_runs_as_it_is() throws Exception {
        Page page = browser.open("explorer?op=POST%20/api/echo");
        type(page.locator("vs-editor"), BODY);

        String java = copied(page, "Java");
        Path file = Files.writeString(folder.resolve("Call.java"), java);
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin/java").toString(), file.toString())
                .redirectErrorStream(true)
                .start();
        assertThat(new String(process.getInputStream().readAllBytes(), UTF_8)).contains("200 ", "Wilhelmina's");

        StringWriter printed = new StringWriter();
        Binding binding = new Binding();
        binding.setVariable("out", new PrintWriter(printed));
        new GroovyShell(binding).evaluate(copied(page, "Groovy"));
        assertThat(printed.toString()).contains("200 ", "Wilhelmina's");
    }

    private static String copied(Page page, String kind) {
        page.getByRole(AriaRole.BUTTON, exactly(kind)).click();
        assertThat(page.locator(".toasts")).containsText("Copied as " + kind.toLowerCase(java.util.Locale.ROOT));
        return (String) page.evaluate("navigator.clipboard.readText()");
    }

    private static void send(Page page) {
        page.getByRole(AriaRole.BUTTON, exactly("Send")).click();
        assertThat(page.locator(".answer .badge").first()).hasText("200");
    }

    private static void header(Page page, int index, String name, String value) {
        page.locator("fieldset", ConsoleLocators.containing("Headers"))
                .getByRole(AriaRole.BUTTON, inside("Header").setExact(true))
                .click();
        page.getByLabel("Header name").nth(index).fill(name);
        page.getByLabel("Header value").nth(index).fill(value);
    }
}
