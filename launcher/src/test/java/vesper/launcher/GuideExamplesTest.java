package vesper.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks the examples of the README and the guide: serves their files and runs their commands. */
@DisplayNameGeneration(ReplaceUnderscores.class)
class GuideExamplesTest {
    private static final Path ROOT = Path.of("..");
    private static final String SHOWN_ADDRESS = "http://(127\\.0\\.0\\.1|localhost):8080/";

    @TempDir
    Path folder;

    static Stream<GuidePage> pages() throws IOException {
        try (Stream<Path> guide = Files.list(ROOT.resolve("docs/guide"))) {
            List<Path> files = Stream.concat(
                            Stream.of(ROOT.resolve("README.md")),
                            guide.filter(file -> file.toString().endsWith(".md"))
                                    .sorted())
                    .toList();
            return files.stream().map(GuidePage::read).filter(page -> !page.isEmpty());
        }
    }

    @ParameterizedTest
    @MethodSource("pages")
    void every_example_of_a_page_works_as_shown(GuidePage page) throws Exception {
        Path packages = folder.resolve("packages");
        copyShippedPackages(packages);
        for (GuidePage.SourceFile file : page.files()) {
            Path target = folder.resolve(file.path());
            Files.createDirectories(target.getParent());
            Files.writeString(target, file.text());
        }

        try (RunningVesper vesper = RunningVesper.serving(packages, folder.resolve("data"))) {
            assertThat(outputOf("curl " + vesper.address() + "admin/packages")).doesNotContain("failed");
            for (GuidePage.Asked asked : page.asked()) {
                String command = asked.command()
                        .replaceAll(SHOWN_ADDRESS, vesper.address().toString());
                String output = command.startsWith("./vesper ") ? outputOfOurs(command, vesper) : outputOf(command);
                assertThat(output).as(asked.command()).matches(wildcards(asked.output()));
            }
        }
    }

    /** Returns a pattern in which an ellipsis matches anything. */
    private static Pattern wildcards(String shown) {
        return Pattern.compile(
                Stream.of(shown.split("…", -1)).map(Pattern::quote).collect(Collectors.joining(".*")), Pattern.DOTALL);
    }

    /** Runs a {@code vesper} command in this process. It finds the server by the settings, as {@code run} does. */
    private static String outputOfOurs(String command, RunningVesper vesper) throws IOException, InterruptedException {
        String words =
                outputOf("for word in " + command.replaceFirst("^\\./vesper ", "") + "; do echo \"$word\"; done");
        Map<String, String> environment =
                Map.of("VESPER_HTTP_PORT", String.valueOf(vesper.address().getPort()));
        CommandRun run = CommandRun.in(environment, words.split("\n"));
        return (run.out() + run.err()).stripTrailing();
    }

    private static String outputOf(String command) throws IOException, InterruptedException {
        Process shell = new ProcessBuilder("sh", "-c", command.replaceFirst("^curl ", "curl -s "))
                .redirectErrorStream(true)
                .start();
        String output = new String(shell.getInputStream().readAllBytes(), UTF_8);
        shell.waitFor();
        return output.stripTrailing();
    }

    private static void copyShippedPackages(Path target) throws IOException {
        Path shipped = ROOT.resolve("packages");
        try (Stream<Path> walk = Files.walk(shipped)) {
            for (Path source : walk.toList()) Files.copy(source, target.resolve(shipped.relativize(source)));
        }
    }
}
