package vesper.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.bench.EngineChoice;
import vesper.bench.ExitCode;
import vesper.bench.experiments.ExperimentOptions;
import vesper.bench.experiments.FactorsExperiment;
import vesper.bench.experiments.FactorsOptions;
import vesper.bench.experiments.PeersExperiment;
import vesper.bench.experiments.PeersOptions;
import vesper.bench.experiments.SweepExperiment;
import vesper.bench.experiments.SweepOptions;
import vesper.bench.experiments.UuidExperiment;
import vesper.bench.experiments.UuidOptions;
import vesper.bench.instrument.Pace;
import vesper.bench.load.ServiceLevel;
import vesper.bench.results.Gate;
import vesper.bench.statistics.StabilityRule;

/**
 * Runs each experiment with arms at a tiny scale, from the command's options to the files, against this server. Leaves
 * out the other servers on the JVM, since Maven would have to build them.
 */
@Timeout(300)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ExperimentsBenchTest {
    private static final Path REPOSITORY = Path.of("").toAbsolutePath().getParent();
    private static final Pace TINY =
            new Pace(1, 1, Duration.ofMillis(60), Duration.ofMillis(20), 2, new StabilityRule(0.9, 0.9, 9), 9);

    @TempDir
    Path root;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    /**
     * Creates a repository with a {@code vesper} script that runs the compiled classes, and the C source of the server
     * called floor.
     */
    @BeforeEach
    void makeRepository() throws IOException {
        VesperProgram.writeScript(
                root.resolve("vesper"),
                List.of("-XX:TieredStopAtLevel=1", "-Dvesper.home=" + REPOSITORY),
                "--packages",
                REPOSITORY.resolve("packages").toString());
        Path floor = Files.createDirectories(root.resolve("peers/src/main/c"));
        Files.copy(REPOSITORY.resolve("peers/src/main/c/hello.c"), floor.resolve("hello.c"));
    }

    @Test
    void peers_drives_vesper_and_the_floor_in_three_ways_and_judges_what_was_asked() throws IOException {
        ExperimentOptions common = options()
                .withGates(
                        List.of(Gate.parse("ratio(vesper/floor)>0.001")),
                        Optional.of(ServiceLevel.parse("p99<60s,rate<1")));
        var options = new PeersOptions(common, Set.of("vesper", "floor"), OptionalInt.of(1), 8, EngineChoice.OWN);

        // A run this short cannot judge stability, but every server certainly answers more than one request per second.
        assertThat(PeersExperiment.run(options, stream(out), stream(err)))
                .describedAs("%s", err.toString(UTF_8))
                .isIn(ExitCode.GATE_MISSED, ExitCode.UNSTABLE);
        assertThat(arms()).contains("vesper", "vesper pipelined", "vesper at 5000");
        assertThat(out.toString(UTF_8))
                .contains("\"brokenOff\":null", "{\"kind\":\"pipelined\",")
                .contains("{\"what\":\"service level: vesper at 5000\",\"bar\":\"p99<60s\"")
                .containsPattern("\"what\":\"service level: vesper at 5000\",\"bar\":\"rate<1\",[^}]*},\"met\":false");
        assertThat(root.resolve("out")).isDirectoryContaining("glob:**/logs");
    }

    @Test
    void the_sweep_opens_connections_at_each_rate_and_has_its_scale_on_every_chart() throws IOException {
        var options = new SweepOptions(options(), Set.of("vesper"), 0.002, false);

        int code = SweepExperiment.run(options, stream(out), stream(err));
        assertThat(code).describedAs("%s", err.toString(UTF_8)).isIn(ExitCode.OK, ExitCode.UNSTABLE);
        assertThat(arms()).containsExactlyInAnyOrder("vesper at 2", "vesper at 8", "vesper at 20");
        assertThat(out.toString(UTF_8)).contains("\"published\":[{\"source\":\"restexpress1.csv in ");
        String page = Files.readString(root.resolve("out/report.html"));
        int charts = page.split("<figcaption>", -1).length - 1;
        assertThat(page.split("<figcaption>[^<]*\\(scale 0.002\\)", -1)).hasSize(charts + 1);
        assertThat(page)
                .contains("Comparison with published figures", "<td>RestExpress 0.8</td><td>restexpress at 1000</td>");
    }

    @Test
    void uuid_drives_each_of_its_ways_and_compares_them_with_the_base() throws IOException {
        var options = new UuidOptions(options(), Set.of("vesper"));

        int code = UuidExperiment.run(options, stream(out), stream(err));
        assertThat(code)
                .describedAs("%s", err.toString(UTF_8))
                .isIn(ExitCode.OK, ExitCode.GATE_MISSED, ExitCode.UNSTABLE);
        assertThat(arms()).hasSize(11).contains("vesper base", "vesper verb=POST", "vesper method=TIME count=100");
        assertThat(out.toString(UTF_8)).contains("{\"arm\":\"vesper verb=POST\",\"base\":\"vesper base\",");
        assertThat(Files.readString(root.resolve("out/report.html")))
                .contains("Requests per second by handlers", "data-series=\"vesper event-loop\"");
    }

    @Test
    void factors_drives_what_a_user_varies() throws IOException {
        var options = new FactorsOptions(
                options(),
                "/api/test/sayHello",
                4,
                FactorsOptions.Form.LIST,
                List.of("server=vesper,floor", "connections=4,2", "threads=2", "rate=200", "arrivals=poisson"),
                Optional.empty());

        int code = FactorsExperiment.run(options, stream(out), stream(err));
        assertThat(code).describedAs("%s", err.toString(UTF_8)).isIn(ExitCode.OK, ExitCode.UNSTABLE);
        assertThat(arms())
                .containsExactly(
                        "server=floor connections=2 threads=2 rate=200 arrivals=poisson",
                        "server=vesper connections=4 threads=2 rate=200 arrivals=poisson");
    }

    /** Returns the arms of the recorded runs. Checks that all files exist and no run had errors. */
    private List<String> arms() throws IOException {
        Path folder = root.resolve("out");
        assertThat(folder.toFile().list())
                .contains("report.html", "result.json", "runs.csv", "summary.md", "junit.xml", "logs");
        List<String[]> lines = Files.readAllLines(folder.resolve("runs.csv")).stream()
                .map(line -> line.split(",", -1))
                .toList();
        int errors = List.of(lines.getFirst()).indexOf("errors");
        assertThat(lines.stream().skip(1))
                .allSatisfy(line -> assertThat(line[errors]).isEqualTo("0"));
        return lines.stream().skip(1).map(line -> line[2]).sorted().toList();
    }

    private ExperimentOptions options() {
        return ExperimentOptions.of(root, Optional.of(root.resolve("out")), true, true)
                .withPace(TINY);
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, UTF_8);
    }
}
