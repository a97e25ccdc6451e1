package vesper.launcher;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static vesper.launcher.ConsoleLocators.containing;
import static vesper.launcher.ConsoleLocators.inside;
import static vesper.launcher.ConsoleLocators.named;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.FilePayload;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Installing, deleting and restoring packages in the console. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class ConsoleServicesTest {
    private static final String CODE = """
            import org.springframework.web.bind.annotation.*

            @RestController
            class Parcel {
                @GetMapping('weight')
                TYPE weight() { null }
            }
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
    void a_zip_that_does_not_compile_shows_its_place_and_one_that_does_serves() throws Exception {
        Page page = browser.open("services");
        upload(page, "parcels-1.0.zip", "Wieght");
        assertThat(page.locator(".note.warn")).isVisible();
        assertThat(page.locator(".excerpt .source.here").first()).containsText("Wieght weight()");
        assertThat(page.locator(".excerpt .caret")).containsText("^");
        assertThat(page.getByRole(AriaRole.LINK, named("parcels"))).hasCount(0);
        // The browser logs each response with status 422 as an error, even if the page handles it.
        assertThat(browser.complaints()).allMatch(said -> said.contains("422"));

        upload(page, "parcels-1.1.zip", "String");
        assertThat(page.locator(".toasts")).containsText("parcels is installed");
        assertThat(page.locator(".package")).containsText("/api/weight");
        assertThat(page.locator(".excerpt")).hasCount(0);
    }

    @Test
    void a_package_that_was_deleted_is_brought_back() throws Exception {
        Page page = browser.open("services?name=uuid");
        page.getByRole(AriaRole.BUTTON, named("Delete")).click();
        page.locator("dialog input").fill("uuid");
        page.locator("dialog").getByRole(AriaRole.BUTTON, inside("Delete")).click();
        Locator toast = page.locator(".toast", containing("uuid is deleted"));
        assertThat(toast).isVisible();
        assertThat(server.client().get("/api/uuid").statusCode()).isEqualTo(404);
        toast.getByRole(AriaRole.BUTTON, inside("Undo")).click();
        assertThat(page.locator(".package h2").first()).hasText("uuid");
        assertThat(page.locator(".package .card").first()).containsText("started");
        assertThat(server.client().get("/api/uuid").statusCode()).isEqualTo(200);
    }

    private static void upload(Page page, String name, String type) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry("code/Parcel.groovy"));
            zip.write(CODE.replace("TYPE", type).getBytes(UTF_8));
        }
        page.locator("input[type=file]").setInputFiles(new FilePayload(name, "application/zip", bytes.toByteArray()));
        assertThat(page.locator("dialog input")).hasValue("parcels");
        page.locator("dialog").getByRole(AriaRole.BUTTON, inside("Install")).click();
    }
}
