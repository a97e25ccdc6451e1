package vesper.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Supplier;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Checks after each test that the browser recorded no complaints that the test did not expect, and closes browser and
 * server at the end.
 */
record ConsoleCare(Supplier<ConsoleBrowser> browser, Supplier<ConsoleServer> server)
        implements AfterEachCallback, AfterAllCallback {
    @Override
    public void afterEach(ExtensionContext test) {
        assertThat(browser.get().complaints()).isEmpty();
    }

    @Override
    public void afterAll(ExtensionContext tests) {
        browser.get().close();
        server.get().close();
    }
}
