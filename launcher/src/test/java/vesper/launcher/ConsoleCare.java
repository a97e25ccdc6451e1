package vesper.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Supplier;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** After each test nothing was wrong in the browser that nobody saw, and after all of them browser and server are closed. */
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
