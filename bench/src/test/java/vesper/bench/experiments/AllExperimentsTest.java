package vesper.bench.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import vesper.bench.ExitCode;
import vesper.bench.experiments.AllExperiments.Part;

@DisplayNameGeneration(ReplaceUnderscores.class)
class AllExperimentsTest {
    @TempDir
    Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Test
    void each_has_a_folder_of_its_own_and_one_page_leads_to_all_of_them() throws IOException {
        assertThat(run(true, part("overhead", ExitCode.OK), part("peers", ExitCode.GATE_MISSED)))
                .isEqualTo(ExitCode.GATE_MISSED);
        String json = "{\"overhead\":{\"in\":\"overhead\"},\n\"peers\":{\"in\":\"peers\"}}\n";
        assertThat(text()).isEqualTo(json);
        assertThat(folder.resolve("result.json")).hasContent(json);
        assertThat(Files.readString(folder.resolve("report.html")))
                .contains(
                        "<td>overhead</td><td class=\"met\">met</td>",
                        "<td>peers</td><td class=\"missed\">missed</td>",
                        "href=\"overhead/report.html\"",
                        "href=\"peers/report.html\"",
                        "A smoke run");
    }

    @Test
    void one_that_fails_does_not_keep_the_others_from_being_made() throws IOException {
        Part broken = new Part("documents", (place, out) -> ExitCode.FAILED);
        assertThat(run(false, broken, part("uuid", ExitCode.UNSTABLE))).isEqualTo(ExitCode.FAILED);
        assertThat(text()).isEqualTo("documents   failed\nuuid        not stable\n");
        assertThat(folder.resolve("result.json")).hasContent("{\"documents\":null,\n\"uuid\":{\"in\":\"uuid\"}}\n");
    }

    @Test
    void a_fault_of_one_is_that_ones_failure() throws IOException {
        Part faulty = new Part("documents", (place, out) -> {
            throw new IllegalStateException("nobody thought of that");
        });
        assertThat(run(false, faulty, part("uuid", ExitCode.OK))).isEqualTo(ExitCode.FAILED);
        assertThat(text()).isEqualTo("documents   failed\nuuid        met\n");
    }

    @Test
    void what_proves_nothing_outweighs_a_missed_bar() throws IOException {
        assertThat(run(false, part("a", ExitCode.GATE_MISSED), part("b", ExitCode.UNSTABLE)))
                .isEqualTo(ExitCode.UNSTABLE);
        assertThat(run(false, part("a", ExitCode.OK))).isEqualTo(ExitCode.OK);
    }

    @Test
    void what_build_servers_and_pull_requests_show_is_made_of_the_parts() throws IOException {
        Part whole = new Part("peers", (place, out) -> {
            write(place.resolve("junit.xml"), "<?xml version=\"1.0\"?>\n<testsuite name=\"own\"/>\n");
            write(place.resolve("summary.md"), "## Hello compared with its peers\n");
            return ExitCode.OK;
        });
        Part brokenOff = new Part("overhead", (place, out) -> {
            write(place.resolve("junit.xml"), "<?xml version=\"1.0\"?>\n<testsuite name=\"half\"/>\n");
            return ExitCode.FAILED;
        });
        run(false, whole, brokenOff, part("uuid", ExitCode.GATE_MISSED), part("sweep", ExitCode.FAILED));

        assertThat(folder.resolve("junit.xml"))
                .content()
                .startsWith("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n<testsuite name=\"own\"/>\n")
                .contains("<testcase classname=\"vesper.bench.uuid\" name=\"experiment\"><failure")
                .contains(
                        "<testsuite name=\"half\"/>\n<testsuite name=\"vesper.bench.overhead\" tests=\"1\" failures=\"0\" errors=\"1\"")
                .contains("name=\"vesper.bench.sweep\" tests=\"1\" failures=\"0\" errors=\"1\"")
                .endsWith("</testsuites>\n");
        assertThat(folder.resolve("summary.md"))
                .content()
                .contains(
                        "| peers | met |",
                        "| uuid | missed |",
                        "| sweep | failed |",
                        "## Hello compared with its peers");
    }

    private static void write(Path file, String text) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Part part(String name, int exitCode) {
        return new Part(name, (place, out) -> {
            out.println("{\"in\":\"" + place.getFileName() + "\"}");
            return exitCode;
        });
    }

    private int run(boolean json, Part... parts) {
        var options = ExperimentOptions.of(folder, Optional.of(folder), true, json);
        return AllExperiments.run(List.of(parts), options, stream(out), stream(new ByteArrayOutputStream()));
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private String text() {
        return out.toString(StandardCharsets.UTF_8);
    }
}
