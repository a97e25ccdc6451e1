package vesper.bench.experiments;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.bench.BarVerdict;
import vesper.bench.EngineChoice;
import vesper.bench.ExitCode;
import vesper.bench.instrument.Arm;
import vesper.bench.instrument.ExperimentRecords;
import vesper.bench.instrument.HelloProcess;
import vesper.bench.instrument.LoadSpec;
import vesper.bench.instrument.Pace;
import vesper.bench.instrument.RunObserver;
import vesper.bench.instrument.RunningServer;
import vesper.bench.instrument.ServerSpec;
import vesper.bench.load.LoadEngine;
import vesper.bench.load.LoadGenerator;
import vesper.bench.report.Chart;
import vesper.bench.results.Outcome;
import vesper.bench.statistics.StabilityRule;

/**
 * Tests the handling of experiments that are invalid or fail, and that result files reveal nothing private about the
 * machine.
 */
@Timeout(120)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ExperimentRunnerTest {
    private static final Pace TINY =
            new Pace(1, 2, Duration.ofMillis(60), Duration.ofMillis(20), 9, new StabilityRule(0.9, 0.9, 9), 9);

    @TempDir
    Path root;

    @TempDir
    Path elsewhere;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private record Small(ServerSpec subject, LoadSpec drive, RunObserver observer) implements Experiment {
        @Override
        public String name() {
            return "small";
        }

        @Override
        public String title() {
            return "Small";
        }

        @Override
        public Pace pace(boolean quick) {
            return TINY;
        }

        @Override
        public LoadEngine engine(String searchPath, Path scratch) {
            return new LoadGenerator();
        }

        @Override
        public ExperimentPlan prepare(ServerSpecs serverSpecs) {
            serverSpecs.addUnavailable(
                    "other", "there is no " + subject.directory().resolve("other"), false);
            return ExperimentPlan.ofOneKind(
                    List.of(new Arm("small", List.of(), subject, drive)),
                    List.of(),
                    List.of(),
                    serverSpecs.unavailable(),
                    List.of("--token=hunter2"));
        }

        @Override
        public List<BarVerdict> bars(ExperimentRecords records) {
            return List.of();
        }

        @Override
        public List<Chart> charts(Outcome outcome) {
            return List.of();
        }
    }

    @Test
    void a_fault_of_our_own_is_no_mistake_of_who_asked_and_what_was_measured_is_written() throws IOException {
        RunObserver faulty = new RunObserver() {
            private int runs;

            @Override
            public void before(Arm arm, RunningServer server) {
                if (runs++ == 1) throw new IllegalArgumentException("wrk takes whole seconds");
            }
        };
        assertThat(make(new Small(hello(), LoadSpec.get("/", 1), faulty))).isEqualTo(ExitCode.FAILED);
        assertThat(Files.readString(results().resolve("result.json")))
                .contains("\"brokenOff\":\"internal error of the bench: ", "wrk takes whole seconds");
        assertThat(Files.readAllLines(results().resolve("runs.csv"))).hasSize(2);
        assertThat(results().resolve("logs/fault.log")).content().contains("ExperimentRunnerTest");
    }

    @Test
    void what_cannot_be_driven_is_refused_before_anything_is_started() {
        LoadSpec moreThreadsThanConnections = LoadSpec.get("/", 1).withThreads(2);
        assertThat(make(new Small(hello(), moreThreadsThanConnections, RunObserver.NONE)))
                .isEqualTo(ExitCode.USAGE);
        assertThat(err.toString(UTF_8))
                .contains("2 threads are more than 1 connections")
                .doesNotContain("starting");
    }

    @Test
    void wrk_is_refused_for_what_is_not_made_of_whole_seconds_before_anything_is_made() throws IOException {
        ExperimentOptions common = ExperimentOptions.of(root, Optional.of(results()), true, false);
        var options = new PeersOptions(common, Set.of("floor"), OptionalInt.empty(), 1, EngineChoice.WRK);
        assertThat(PeersExperiment.run(options, stream(out), stream(err))).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString(UTF_8)).contains("wrk supports only whole seconds", "0.5 s", "--engine own");
        assertThat(results()).doesNotExist();
        // With automatic choice, the bench chooses an engine that works.
        var chosen =
                new PeersOptions(common.withPace(TINY), Set.of("floor"), OptionalInt.empty(), 1, EngineChoice.AUTO);
        assertThat(PeersExperiment.of(chosen).engine(System.getenv("PATH"), root))
                .isInstanceOf(LoadGenerator.class);
    }

    @Test
    void no_file_that_is_given_to_others_tells_where_things_are_here_nor_what_is_secret() throws IOException {
        ServerSpec subject = hello().withArguments(root + "/vesper", elsewhere + "/b", "-Dadmin.password=hunter2")
                .withVariable("VESPER_JAVA_OPTS", "-Dapi.key=hunter2 -XX:AOTCache=" + root + "/x.aot");
        make(new Small(subject, LoadSpec.get("/", 1), RunObserver.NONE));

        assertThat(Files.readString(results().resolve("result.json")))
                .contains("\"command\":[\"java\",", "\"./vesper\",\"…/b\",\"-Dadmin.password=***\"")
                .contains("-Dapi.key=*** -XX:AOTCache=./x.aot", "there is no ./other");
        try (Stream<Path> files = Files.list(results())) {
            assertThat(files.filter(Files::isRegularFile))
                    .hasSize(5)
                    .allSatisfy(file -> assertThat(Files.readString(file))
                            .doesNotContain(root.toString(), elsewhere.toString(), System.getProperty("java.home"))
                            .doesNotContain("hunter2"));
        }
    }

    private Path results() {
        return root.resolve("results");
    }

    private int make(Experiment experiment) {
        ExperimentOptions options = ExperimentOptions.of(root, Optional.of(results()), false, true);
        return ExperimentRunner.run(experiment, options, stream(out), stream(err));
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, UTF_8);
    }

    private ServerSpec hello() {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                HelloProcess.class.getName(),
                "hi");
        return new ServerSpec("small", "", command, Map.of(), root, true, Duration.ofSeconds(30), List.of());
    }
}
