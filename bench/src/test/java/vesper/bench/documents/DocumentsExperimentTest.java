package vesper.bench.documents;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.bench.ExitCode;
import vesper.bench.results.Gate;

/** Runs the whole experiment at a tiny scale, with drivers that are real processes and report invented figures. */
@Timeout(120)
@DisplayNameGeneration(ReplaceUnderscores.class)
class DocumentsExperimentTest {
    private static final Path DRIVEN_PROCESS =
            Path.of(URI.create(requireNonNull(DocumentsExperimentTest.class.getResource("driven-process.sh"))
                    .toString()));

    private static final Duration LOOK = Duration.ofMillis(10);
    private static final DocumentsScale TINY = new DocumentsScale(
            1, 2, Duration.ofMillis(80), 100, 10, 100, 10, 10, Duration.ofMillis(80), LOOK, new WarmUp(0.9, 9));
    private static final DocumentsScale TWO_STARTS = new DocumentsScale(
            2, 1, Duration.ofMillis(80), 100, 10, 100, 10, 10, Duration.ofMillis(80), LOOK, new WarmUp(0.9, 9));
    /** Two starts; Vesper runs twice in memory, durable and over HTTP. */
    private static final int RATE_RUNS = 2 * (3 * 5 + 2 * 5 + 4 * 5 + 3 * 3 + 2);

    @TempDir
    Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void every_case_is_measured_of_everyone_and_reported_and_nothing_is_left_behind() throws IOException {
        DocumentsOptions options =
                DocumentsOptions.of(folder, Optional.of(folder), false, true).withScale(TWO_STARTS);
        assertThat(run("", options)).isIn(ExitCode.OK, ExitCode.GATE_MISSED);
        String json = out.toString(UTF_8);
        assertThat(json)
                .startsWith("{\"experiment\":\"documents\"")
                .contains(
                        "\"brokenOff\":null", "\"notMeasured\":[]", "\"xenon\":\"from RAM, committed within 5 s; lost")
                .contains(
                        "\"name\":\"memory-2g-put-64\"",
                        "\"toXenon\":{\"low\":10,\"median\":10,\"high\":10,\"count\":2}")
                .contains("\"perCpuSecondToXenon\":{\"low\":20,\"median\":20,\"high\":20,\"count\":2}")
                .isEqualTo(Files.readString(folder.resolve("result.json")));
        assertThat(Files.readAllLines(folder.resolve("runs.csv")))
                .hasSize(1 + RATE_RUNS + 2 * 2 * 2 + 2 * 2)
                .contains(
                        "1,1,idle-durable,vesper,10,0.100000,0.100000,650.000,B,,0,0,0",
                        "1,1,idle-memory,vesper,10,0.100000,0.100000,50.000,B,,0,0,0")
                .contains("2,1,open,xenon,10,2.500000,1.000000,2.500,s,,0,0,0");
        assertThat(folder.resolve("report.html")).content().contains("Documents compared with Xenon", "524 bytes");
        assertThat(err.toString(UTF_8))
                .contains(
                        "stage memory-64m",
                        "start 1 of 2, warm-up, 8 windows, stable, durable PUT, 64, Vesper, interval:5s",
                        "start 2 of 2, round 1 of 1",
                        "start 2 of 2, opening 10 durable");
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrder(
                            "junit.xml", "logs", "report.html", "result.json", "runs.csv", "summary.md");
        }
        assertNoProcessIsLeft();
    }

    @Test
    void what_one_does_not_have_is_said_and_no_failure_and_the_other_is_measured_alone() {
        int code = run("memory-only");

        assertThat(code).isIn(ExitCode.OK, ExitCode.GATE_MISSED);
        String table = out.toString(UTF_8);
        assertThat(table)
                .contains("Not measured: Vesper, durable PUT, 64, unsupported: durable documents")
                .contains("Acknowledged by Vesper when durable: after the sync.");
        assertThat(table.lines().filter(line -> line.startsWith("durable PUT, 64 ")))
                .hasSize(2)
                .allSatisfy(line -> assertThat(line).contains("not measured"))
                .anySatisfy(line -> assertThat(line).contains("after sync"))
                .anySatisfy(line -> assertThat(line).contains("before sync, 5 s"));
    }

    @Test
    void acknowledged_writes_that_were_not_stored_are_a_failure() {
        assertThat(run("losing")).isEqualTo(ExitCode.FAILED);
        assertThat(out.toString(UTF_8))
                .contains("0 failed, 3 acknowledged but not stored, 0 nodes with other versions");
    }

    @Test
    void several_nodes_are_driven_by_the_first_and_compared_with_each_other_and_with_one_alone() throws IOException {
        int code = runOnNodes("", 3);

        assertThat(err.toString(UTF_8)).contains("starting Vesper, one node", "start 1 of 1, round 2 of 2");
        assertThat(out.toString(UTF_8))
                .contains("PUT on 3 nodes, 1000, per second", "GET on 3 nodes, 64, relative to a single durable node")
                .contains("Vesper acknowledges a write when it is on the disks of a majority")
                .doesNotContain("Aborted", "Not measured", "Not stable");
        // Two rounds of three PUT cases for two contestants, and of a GET case for three.
        assertThat(Files.readAllLines(folder.resolve("runs.csv")))
                .hasSize(1 + 2 * (3 * 2 + 3))
                .anySatisfy(line -> assertThat(line).startsWith("1,2,nodes-3-get-64,vesper-alone,80,"));
        assertThat(folder.resolve("report.html"))
                .content()
                .contains("Documents on 3 nodes", "\"runs\":[{\"start\":1,\"round\":1");
        assertThat(folder.resolve("junit.xml")).content().contains("<testcase", "PUT on 3 nodes, 1000, per second");
        assertThat(folder.resolve("summary.md"))
                .content()
                .startsWith("## Documents on 3 nodes")
                .contains("| PUT on 3 nodes, 1000");
        // Only 80 in a tenth of a second.
        assertThat(code).isEqualTo(ExitCode.GATE_MISSED);
        assertNoProcessIsLeft();
    }

    @Test
    void nodes_that_cannot_be_had_are_said_and_a_failure_and_xenon_is_measured_alone() {
        assertThat(runOnNodes("no-servers", 5)).isEqualTo(ExitCode.FAILED);
        assertThat(out.toString(UTF_8))
                .contains(
                        "Not measured: Vesper, PUT on 5 nodes, 64, unsupported: NATS servers: there is no nats-server")
                .containsPattern("PUT on 5 nodes, 1000 .*2,000 .*not measured");
        assertNoProcessIsLeft();
    }

    @Test
    void a_bound_of_a_user_that_is_missed_is_in_all_that_is_written() throws IOException {
        DocumentsOptions options = DocumentsOptions.of(folder, Optional.of(folder), true, false)
                .withScale(TINY)
                .withGates(List.of(
                        Gate.parse("ratio(vesper at durable-put-64/xenon at durable-put-64)>=9"),
                        Gate.parse("rate(vesper at durable-put-64)>=100000")));
        run("", options);
        assertThat(out.toString(UTF_8))
                .contains("A smoke run: it checks that everything works; its figures are not meaningful.")
                .containsPattern("vesper at durable-put-64 to xenon at durable-put-64 .* met")
                .containsPattern("requests per second: vesper at durable-put-64 .* missed");
        assertThat(folder.resolve("junit.xml")).content().contains("<failure message=\"required ≥ 100000.0");
    }

    @Test
    void what_never_gets_stable_is_given_up_and_marked_and_outweighs_a_missed_bar() {
        assertThat(runOnNodes("unsteady", 3)).isEqualTo(ExitCode.UNSTABLE);
        assertThat(out.toString(UTF_8)).contains("Not stable, so the bars do not count: PUT on 3 nodes");
        assertThat(err.toString(UTF_8)).contains("warm-up, 9 windows, not stable: requests per second still change");
    }

    @Test
    void a_driver_that_ends_breaks_it_off_and_is_quoted() {
        assertThat(run("dying")).isEqualTo(ExitCode.FAILED);
        assertThat(out.toString(UTF_8)).contains("Aborted: ", "exited: no more memory");
        assertNoProcessIsLeft();
    }

    @Test
    void an_interrupt_breaks_it_off_and_what_there_is_is_written() {
        Thread.currentThread().interrupt();
        assertThat(run("")).isEqualTo(ExitCode.FAILED);
        assertThat(out.toString(UTF_8)).contains("Aborted: interrupted");
        assertThat(folder.resolve("result.json")).exists();
        assertNoProcessIsLeft();
    }

    private int run(String vesperWord) {
        var options =
                DocumentsOptions.of(folder, Optional.of(folder), false, false).withScale(TINY);
        return run(vesperWord, options);
    }

    private int run(String vesperWord, DocumentsOptions options) {
        return DocumentsExperiment.run(
                options,
                (_, _) -> new TestDrivers(vesperWord),
                new PrintStream(out, true, UTF_8),
                new PrintStream(err, true, UTF_8));
    }

    private int runOnNodes(String vesperWord, int nodes) {
        return run(
                vesperWord,
                DocumentsOptions.of(folder, Optional.of(folder), false, false)
                        .withScale(TINY)
                        .onNodes(nodes));
    }

    private static void assertNoProcessIsLeft() {
        assertThat(ProcessHandle.current().children().filter(ProcessHandle::isAlive))
                .noneMatch(child -> child.info().commandLine().orElse("").contains(DRIVEN_PROCESS.toString()));
    }

    private record TestDrivers(String vesperWord) implements Drivers {
        @Override
        public void prepare() {}

        @Override
        public List<String> node(
                Contestant contestant, List<String> flags, Path data, int nodes, Optional<String> first) {
            List<String> command = command(contestant, flags, data, Optional.empty());
            command.add(first.isPresent() ? "node" : "first");
            return command;
        }

        @Override
        public List<String> command(Contestant contestant, List<String> flags, Path data, Optional<String> server) {
            List<String> command = new ArrayList<>(List.of("sh", DRIVEN_PROCESS.toString(), contestant.slug()));
            if (contestant != Contestant.XENON && !vesperWord.isEmpty()) command.add(vesperWord);
            return command;
        }
    }
}
