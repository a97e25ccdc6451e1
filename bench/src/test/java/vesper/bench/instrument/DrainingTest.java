package vesper.bench.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.bench.Progress;
import vesper.bench.load.LoadGenerator;
import vesper.bench.statistics.StabilityRule;
import vesper.bench.statistics.StabilityRule.Window;

/** Tests the instrument with a server that answers first and does its work later. */
@Timeout(120)
@DisplayNameGeneration(ReplaceUnderscores.class)
class DrainingTest {
    private static final Pace TINY =
            new Pace(1, 2, Duration.ofMillis(30), Duration.ofMillis(10), 9, new StabilityRule(0.9, 0.9, 9), 9);

    @TempDir
    Path folder;

    /** A call of the observer, and the server's own figures at that time. */
    private record Sight(String arm, long answered, long askedOfServer, boolean isIdle) {}

    private static final class Looking implements RunObserver {
        private final List<Sight> sights = new ArrayList<>();
        private final List<String> before = new ArrayList<>();
        private long earlier;

        @Override
        public void before(Arm arm, RunningServer server) {
            before.add(arm.name());
        }

        @Override
        public void after(Arm arm, RunningServer server, RequestCount asked) throws IOException, InterruptedException {
            long all = Long.parseLong(server.get("/asked"));
            boolean idle = server.get("/status").contains("\"idle\":true");
            assertThat(server.data()).isDirectory();
            sights.add(new Sight(arm.name(), asked.answered(), all - earlier, idle));
            earlier = all;
        }
    }

    @Test
    void a_run_is_over_when_its_server_is_idle_and_what_that_took_is_told_beside_what_the_load_took() {
        ExperimentRecords records = record(RunObserver.NONE, late(Duration.ofSeconds(30)));

        assertThat(records.abortReason()).isEmpty();
        assertThat(records.runs()).hasSize(2).allSatisfy(run -> {
            DrainResult after = run.observation().drained().orElseThrow();
            assertThat(after.backlog().idle()).isFalse();
            assertThat(after.backlog().pending()).isPositive();
            assertThat(after.duration()).isGreaterThan(Duration.ofMillis(50));
            assertThat(after.cpu().totalMicros())
                    .isGreaterThan(run.observation().cpu().totalMicros());
        });
    }

    @Test
    void what_is_looked_at_once_more_after_a_run_is_in_no_figure_of_it() {
        List<List<Long>> ends = new ArrayList<>();
        ExperimentRecords records = record(
                new RunObserver() {
                    private long before;

                    @Override
                    public void before(Arm arm, RunningServer server) throws IOException, InterruptedException {
                        before = Long.parseLong(server.get("/asked"));
                    }

                    @Override
                    public void after(Arm arm, RunningServer server, RequestCount asked)
                            throws IOException, InterruptedException {
                        long now = Long.parseLong(server.get("/asked"));
                        List<Long> rests = Stream.of(server.get("/rests").split(" ", -1))
                                .map(Long::valueOf)
                                .filter(rest -> rest > before)
                                .toList();
                        if (before > 0) ends.add(List.of(now - 1, now));
                        if (before > 0) assertThat(rests).isEqualTo(ends.getLast());
                    }
                },
                late(Duration.ofSeconds(30)));

        assertThat(records.abortReason()).isEmpty();
        // The server was idle after the load, and again after the extra request that checks the response.
        assertThat(ends).hasSize(2);
    }

    @Test
    void who_takes_long_to_get_idle_is_asked_less_and_less_often() {
        assertThat(RunningServer.pollInterval(Duration.ZERO)).isEqualTo(Duration.ofMillis(50));
        assertThat(RunningServer.pollInterval(Duration.ofSeconds(2))).isEqualTo(Duration.ofMillis(200));
        assertThat(RunningServer.pollInterval(Duration.ofMinutes(4))).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void while_a_server_is_warmed_what_piles_up_is_seen() {
        ExperimentRecords records = record(RunObserver.NONE, late(Duration.ofSeconds(30)));

        assertThat(records.warmUps())
                .singleElement()
                .satisfies(warmed -> assertThat(warmed.windows())
                        .hasSize(9)
                        .extracting(Window::pending)
                        .allSatisfy(pending -> assertThat(pending).isPositive()));
    }

    @Test
    void an_onlooker_finds_an_idle_server_and_knows_all_that_was_asked_of_it() {
        var looking = new Looking();
        Arm arm = late(Duration.ofSeconds(30));
        record(looking, arm, arm.named("long").at(new Schedule.Sustained(Duration.ofMillis(90))));

        assertThat(looking.before).containsExactly("late", "late", "long");
        assertThat(looking.sights).hasSize(5).allSatisfy(sight -> {
            assertThat(sight.answered()).isPositive().isEqualTo(sight.askedOfServer());
            assertThat(sight.isIdle()).isTrue();
        });
    }

    @Test
    void
            what_is_counted_has_rounds_of_its_own_after_a_run_to_warm_up_and_what_is_sustained_has_one_at_the_end_of_a_start() {
        Arm arm = late(Duration.ofSeconds(30));
        ExperimentRecords records = record(
                RunObserver.NONE,
                arm.named("long").at(new Schedule.Sustained(Duration.ofMillis(90))),
                arm.named("counted").at(new Schedule.CountedRounds(50)),
                arm);

        assertThat(records.runs())
                .extracting(run -> run.round() + " " + run.arm())
                .containsExactly("1 late", "2 late", "1 counted", "2 counted", "1 long");
        assertThat(records.runs())
                .filteredOn(run -> run.arm().equals("counted"))
                .allSatisfy(
                        run -> assertThat(run.observation().load().requests()).isEqualTo(50));
        assertThat(records.runs().getLast().observation().load().seconds()).isGreaterThan(0.08);
        // The arms share one server, which is warmed once.
        assertThat(records.warmUps()).hasSize(1);
    }

    @Test
    void a_server_that_does_not_get_idle_breaks_it_off_and_that_is_said() {
        ExperimentRecords records = record(RunObserver.NONE, late(Duration.ofMillis(200), "never"));

        assertThat(records.abortReason())
                .hasValueSatisfying(why -> assertThat(why)
                        .startsWith("late is not idle after 0.2 s, ")
                        .endsWith(" pending"));
        assertThat(records.runs()).isEmpty();
    }

    @Test
    void what_a_server_kept_goes_with_it() throws Exception {
        record(RunObserver.NONE, late(Duration.ofSeconds(30)));
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(folder.resolve("late-1.log"));
        }
    }

    private ExperimentRecords record(RunObserver observer, Arm... arms) {
        var records = new ExperimentRecords();
        records.plan(List.of(arms));
        var out = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
        new Instrument(TINY, new LoadGenerator(), new Random(1), new Progress(out), folder, folder)
                .run(records, observer);
        return records;
    }

    private Arm late(Duration patience, String... words) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                LateProcess.class.getName()));
        command.addAll(List.of(words));
        var subject = new ServerSpec(
                        "late",
                        "",
                        command,
                        Map.of(),
                        folder,
                        // Not a JVM, since reading its allocation takes longer than all the rest.
                        false,
                        Duration.ofSeconds(30),
                        List.of())
                .withProbe(new IdleProbe("/status", patience));
        return new Arm(
                "late",
                List.of(),
                subject,
                LoadSpec.get("/hello", 2).withExpected("hi".getBytes(StandardCharsets.UTF_8)));
    }
}
