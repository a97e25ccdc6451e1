package vesper.rest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A real browser, where there is one. */
final class Chromium {
    private static final Path PROGRAM = Path.of("/usr/bin/chromium");

    private Chromium() {}

    /**
     * What it makes of a page, by its own account; the test is skipped where it is not installed.
     *
     * @param folder for its profile and what it says
     */
    static String dom(Path folder, String address, String... options) throws Exception {
        assumeTrue(Files.isExecutable(PROGRAM), "no Chromium here");
        List<String> command = new ArrayList<>(List.of(
                PROGRAM.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--no-proxy-server",
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
            assertThat(chromium.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            chromium.descendants().forEach(ProcessHandle::destroyForcibly);
            chromium.destroyForcibly();
        }
        return Files.readString(output, UTF_8);
    }
}
