package vesper.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A headless Chromium, if it is installed. */
public final class Chromium {
    private static final Path PROGRAM = Path.of("/usr/bin/chromium");

    private Chromium() {}

    /**
     * Returns the DOM of a page after its scripts have run. Skips the test if Chromium is not installed.
     *
     * @param folder for the browser's profile and its output
     */
    public static String dom(Path folder, String address, String... options) throws Exception {
        assumeTrue(Files.isExecutable(PROGRAM), "no Chromium here");
        List<String> command = new ArrayList<>(List.of(
                PROGRAM.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--no-proxy-server",
                // Otherwise it contacts Google's servers, and waits for them without internet.
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--no-first-run",
                "--user-data-dir=" + folder.resolve("profile"),
                "--dump-dom"));
        command.addAll(List.of(options));
        command.add(address);
        Path output = folder.resolve("dom.html");
        Process chromium = new ProcessBuilder(command)
                .redirectOutput(output.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            if (!chromium.waitFor(60, TimeUnit.SECONDS)) throw new AssertionError("Chromium takes over a minute");
        } finally {
            chromium.descendants().forEach(ProcessHandle::destroyForcibly);
            chromium.destroyForcibly();
        }
        return Files.readString(output, UTF_8);
    }
}
