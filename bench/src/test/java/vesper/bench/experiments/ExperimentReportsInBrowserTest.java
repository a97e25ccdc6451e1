package vesper.bench.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.bench.design.Level;
import vesper.bench.instrument.Arm;
import vesper.bench.instrument.LoadSpec;
import vesper.bench.instrument.ServerSpec;
import vesper.bench.instrument.WarmUpResult;
import vesper.bench.load.GeneratorReport;
import vesper.bench.load.LatencyMicros;
import vesper.bench.results.BrowsedReport;
import vesper.bench.results.Outcome;
import vesper.bench.results.RecordsBuilder;
import vesper.bench.results.ResultFolder;
import vesper.bench.statistics.StabilityRule.Window;

/** Opens reports of experiments with a realistic number of arms in a real browser. */
@Timeout(120)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ExperimentReportsInBrowserTest {
    private static final PrintStream NOWHERE =
            new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);

    /** The folder in which the reports are kept for viewing. */
    private static final Path KEPT = Path.of("target/reports-in-browser");

    @TempDir
    Path folder;

    private ExperimentOptions options() {
        return ExperimentOptions.of(folder, Optional.of(folder), false, false);
    }

    @Test
    void a_sweep_has_a_line_for_each_server_in_each_of_its_charts() throws Exception {
        List<String> servers =
                List.of("vesper", "vesper-1", "restexpress", "restexpress-20", "tomcat-20", "tomcat-200");
        var of = new RecordsBuilder();
        for (String server : servers) {
            of.records.addWarmUp(warmed(server + " at 1000", servers.indexOf(server) != 4));
            for (int rate = 1000; rate <= 10_000; rate += 1000) {
                String name = server + " at " + rate;
                of.records.plan(List.of(arm(server, name, new Level(SweepExperiment.RATE, Integer.toString(rate)))));
                long answered = (long) (100L * rate * (1 - 0.05 * servers.indexOf(server)));
                of.run(1, name, answered, 8, generator(rate < 8000 ? 0.5 : 0.95));
            }
        }
        var experiment = new SweepExperiment(SweepOptions.defaults(options()));

        BrowsedReport seen = browsed("sweep", experiment, of.concluded(List.of(), List.of()));

        seen.requireSound();
        assertThat(seen.charts()).hasSize(8 + 4 + 1);
        assertThat(seen.charts().subList(0, 8))
                .allSatisfy(series -> assertThat(series).containsExactlyElementsOf(servers));
        assertThat(seen.charts().getLast()).hasSize(3 * servers.size());
        assertThat(Files.readString(folder.resolve("report.html")))
                .contains("Lower bounds, since the load generator", "Hollow: a bound", "≥ ");
    }

    @Test
    void uuids_have_a_bar_and_a_panel_for_each_of_more_than_thirty_arms() throws Exception {
        List<Level> levels = List.of(
                new Level("method", "TIME"),
                new Level(UuidExperiment.COUNT, "10"),
                new Level(UuidExperiment.COUNT, "100"),
                new Level(UuidExperiment.CLIENTS, "1"),
                new Level(UuidExperiment.CLIENTS, "2"),
                new Level(UuidExperiment.CLIENTS, "4"),
                new Level(UuidExperiment.CLIENTS, "8"),
                new Level(UuidExperiment.CLIENTS, "20"),
                new Level(UuidExperiment.CLIENTS, "50"),
                new Level("access log", "off"),
                new Level("handlers", "event-loop"),
                new Level("handlers", "platform"),
                new Level("verb", "POST"),
                new Level("keep-alive", "off"));
        var of = new RecordsBuilder();
        for (String server : List.of("vesper", "jetty")) {
            arm(
                    of,
                    server,
                    server + " base",
                    new Level(UuidExperiment.CLIENTS, "10"),
                    new Level(UuidExperiment.COUNT, "1"),
                    new Level("method", "RANDOM"),
                    new Level("access log", "on"),
                    new Level("handlers", "virtual"),
                    new Level("verb", "GET"),
                    new Level("keep-alive", "on"));
            for (Level level : levels) arm(of, server, server + " " + level, level);
            arm(of, server, server + " count=100 method=TIME", new Level(UuidExperiment.COUNT, "100"));
        }

        BrowsedReport seen =
                browsed("uuid", UuidExperiment.of(UuidOptions.defaults(options())), of.concluded(List.of(), List.of()));

        seen.requireSound();
        assertThat(seen.charts()).hasSize(3 + 5 + 4 + 1);
        assertThat(seen.charts().subList(0, 3))
                .allSatisfy(series -> assertThat(series).containsExactly("vesper", "jetty"));
        assertThat(seen.charts().get(3)).containsExactly("vesper RANDOM", "vesper TIME", "jetty RANDOM", "jetty TIME");
        assertThat(seen.charts().get(5)).contains("vesper virtual", "vesper event-loop", "jetty platform");
        assertThat(seen.charts().subList(8, 12))
                .allSatisfy(series -> assertThat(series).hasSize(32));
        assertThat(seen.charts().getLast()).hasSize(3 * 32);
    }

    @Test
    void the_page_of_all_experiments_is_sound() throws Exception {
        AllExperiments.run(List.of(new AllExperiments.Part("peers", (_, _) -> 0)), options(), NOWHERE, NOWHERE);
        BrowsedReport.of(folder.resolve("report.html"), folder).requireSound();
    }

    private BrowsedReport browsed(String name, Experiment experiment, Outcome outcome) throws Exception {
        new ResultFolder(folder).write(outcome, experiment.charts(outcome), false, NOWHERE, NOWHERE);
        Path page = folder.resolve("report.html");
        Files.createDirectories(KEPT);
        Files.writeString(KEPT.resolve(name + ".html"), Files.readString(page));
        return BrowsedReport.of(page, folder);
    }

    private static void arm(RecordsBuilder of, String server, String name, Level... levels) {
        of.records.plan(List.of(arm(server, name, levels)));
        of.records.addWarmUp(warmed(name, !name.endsWith("platform")));
        for (int round = 1; round <= 3; round++) of.run(round, name, 40_000 + 500L * round, 20);
    }

    private static Arm arm(String server, String name, Level... levels) {
        var subject = new ServerSpec(
                server,
                "1.0",
                List.of("serve", "--port", "0"),
                Map.of("VESPER_JAVA_OPTS", "-Xmx1g"),
                Path.of("."),
                true,
                Duration.ofSeconds(1),
                List.of());
        return new Arm(name, List.of(levels), subject, LoadSpec.get("/", 1));
    }

    /** Returns windows in which the rate doubles during compilation; an unstable arm keeps scattering. */
    private static WarmUpResult warmed(String arm, boolean isStable) {
        List<Window> windows = new ArrayList<>();
        int count = isStable ? 18 + arm.length() : 60;
        for (int n = 0; n < count; n++) {
            double left = Math.exp(-n / 4.0);
            double scatter = isStable ? 1 : 1 + 0.3 * Math.sin(n);
            windows.add(new Window(40_000 * (1 - left / 2) * scatter, 20 * (1 + left) / scatter, 1.5 * left, 0, 0));
        }
        return new WarmUpResult(
                1, arm, windows, isStable ? Optional.empty() : Optional.of("the rate scatters by 21.0 %"));
    }

    private static GeneratorReport generator(double busy) {
        var micros = new LatencyMicros(80, 120, 300, 900);
        return new GeneratorReport(
                micros,
                micros,
                micros,
                micros,
                110,
                90,
                5000,
                500_000,
                0,
                60_000_000,
                80_000_000,
                0,
                new TreeMap<>(),
                busy);
    }
}
