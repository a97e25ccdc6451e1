package vesper.bench.instrument;

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
import java.util.Random;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.bench.Progress;
import vesper.bench.load.LoadGenerator;
import vesper.bench.statistics.StabilityRule;
import vesper.bench.statistics.StabilityRule.Window;

/** Runs whole experiments with servers that are real but small processes. */
@Timeout(120)
@DisplayNameGeneration(ReplaceUnderscores.class)
class InstrumentTest {
    private static final String BODY = "hi";
    private static final Pace TINY =
            new Pace(2, 2, Duration.ofMillis(30), Duration.ofMillis(10), 10, new StabilityRule(0.9, 0.9, 9), 9);

    @TempDir
    Path folder;

    private final ByteArrayOutputStream progress = new ByteArrayOutputStream();

    @Test
    void every_arm_is_started_afresh_warmed_and_recorded_in_every_round_and_ended() {
        ServerSpec server = small("vesper", BODY);
        ExperimentRecords records = record(
                new Arm("vesper", List.of(), server, drive()),
                new Arm("vesper pipelined", List.of(), server, drive().withPipelining(4)),
                new Arm("netty", List.of(), small("netty", BODY), drive()));

        assertThat(records.abortReason()).isEmpty();
        assertThat(records.runs())
                .extracting(run -> run.start() + " " + run.round() + " " + run.arm())
                .containsExactlyInAnyOrder(
                        "1 1 vesper",
                        "1 1 vesper pipelined",
                        "1 1 netty",
                        "1 2 vesper",
                        "1 2 vesper pipelined",
                        "1 2 netty",
                        "2 1 vesper",
                        "2 1 vesper pipelined",
                        "2 1 netty",
                        "2 2 vesper",
                        "2 2 vesper pipelined",
                        "2 2 netty");
        assertThat(records.runs()).allSatisfy(run -> {
            assertThat(run.observation().load().requests()).isPositive();
            assertThat(run.observation().load().errorCount()).isZero();
            assertThat(run.observation().memory().bytes()).isPositive();
            assertThat(run.observation().threads()).isPositive();
            assertThat(run.observation().jvm()).isPresent();
        });
        assertThat(records.warmUps()).hasSize(6).allSatisfy(warmed -> {
            assertThat(warmed.windows()).isNotEmpty();
            assertThat(warmed.hasJvmCounters()).isTrue();
        });
        // Arms with the same server share its process, and each start has a new one.
        assertThat(progress.toString(StandardCharsets.UTF_8))
                .containsOnlyOnce("start 2 of 2, round 2 of 2: netty ")
                .satisfies(
                        text -> assertThat(text.split("starting vesper\n", -1)).hasSize(3));
        assertThat(children()).isZero();
    }

    @Test
    void connections_that_come_and_go_share_one_warm_up_and_are_counted() {
        ServerSpec server = small("vesper", BODY);
        var visits = new LoadSpec.ShortConnections(6, 3, Duration.ofSeconds(5), 1);
        LoadSpec base = drive();
        LoadSpec slow = base.withShortConnections(100, visits);
        LoadSpec fast = base.withShortConnections(200, visits);
        ExperimentRecords records =
                once(new Arm("at 100", List.of(), server, slow), new Arm("at 200", List.of(), server, fast));

        assertThat(records.abortReason()).isEmpty();
        assertThat(records.warmUps()).hasSize(1);
        assertThat(records.runs()).hasSize(4).allSatisfy(run -> {
            assertThat(run.observation().load().requests()).isEqualTo(18);
            assertThat(run.observation().load().errorCount()).isZero();
            assertThat(run.observation().load().generator().orElseThrow().connections())
                    .isEqualTo(6);
        });
    }

    @Test
    void a_server_that_does_not_start_is_left_out_and_the_others_go_on() {
        ServerSpec broken = subject("broken", List.of("sh", "-c", "echo port taken >&2; exit 3"));
        ExperimentRecords records = record(
                new Arm("broken", List.of(), broken, drive()),
                new Arm("floor", List.of(), small("floor", BODY), drive()));

        assertThat(records.unavailable()).singleElement().satisfies(missing -> {
            assertThat(missing.name()).isEqualTo("broken");
            assertThat(missing.reason()).contains("port taken");
            assertThat(missing.required()).isTrue();
        });
        assertThat(records.runs()).hasSize(4).extracting(RecordedRun::arm).containsOnly("floor");
    }

    @Test
    void one_that_does_not_start_again_has_no_runs_of_earlier_starts_beside_the_others() {
        ServerSpec plain = small("once", BODY);
        List<String> onlyOnce = new ArrayList<>(List.of(
                "sh",
                "-c",
                "if [ -e " + folder + "/once ]; then exit 3; fi; touch " + folder + "/once; exec \"$0\" \"$@\""));
        onlyOnce.addAll(plain.command());
        ExperimentRecords records = record(
                new Arm("once", List.of(), small("once", onlyOnce), drive()),
                new Arm("floor", List.of(), small("floor", BODY), drive()));

        assertThat(progress.toString(StandardCharsets.UTF_8)).contains("start 1 of 2, round 2 of 2: once ");
        assertThat(records.unavailable()).extracting(Unavailable::name).containsExactly("once");
        assertThat(records.runs()).hasSize(4).extracting(RecordedRun::arm).containsOnly("floor");
        assertThat(records.warmUps()).extracting(WarmUpResult::arm).containsOnly("floor");
    }

    @Test
    void a_wrong_answer_is_counted_against_the_arm() {
        ExperimentRecords records = once(new Arm("liar", List.of(), small("liar", "ho"), drive()));

        assertThat(records.runs()).isNotEmpty().allSatisfy(run -> {
            assertThat(run.observation().load().errorCount()).isPositive();
            assertThat(run.observation().load().requestsPerSecond()).isZero();
            assertThat(run.observation().cpuMicrosPerRequest()).isNaN();
        });
        assertThat(records.warmUps())
                .allSatisfy(warmed -> assertThat(warmed.objection()).contains("no response was as expected"));
    }

    @Test
    void what_a_server_allocates_is_told_where_it_is_known() {
        // Enough requests for what is cut off each thread's figure to be small beside the whole.
        Pace longer = TINY.withStarts(1).withRun(Duration.ofMillis(60));
        ExperimentRecords records =
                record(longer, new Arm("wasteful", List.of(), hello("wasteful", BODY, "wasteful"), drive()));
        // The figure of a thread is cut to MiB, so the sum may be a few of some three hundred off, either way.
        assertThat(records.runs())
                .isNotEmpty()
                .allSatisfy(run -> assertThat(run.observation().allocatedBytesPerRequest())
                        .isBetween(0.95 * (1 << 20), 1.2 * (1 << 20)));
        assertThat(records.warmUps()).hasSize(1).allSatisfy(warmed -> {
            assertThat(warmed.hasJvmCounters()).isTrue();
            assertThat(warmed.verdict()).doesNotContain("unseen");
        });
    }

    @Test
    void a_jvm_whose_counters_cannot_be_read_is_not_taken_for_one_whose_compiler_rests() {
        ServerSpec silent = hello("silent", "-XX:-UsePerfData", BODY, "");
        ExperimentRecords records = once(new Arm("silent", List.of(), silent, drive()));

        assertThat(records.abortReason()).isEmpty();
        assertThat(records.warmUps()).hasSize(1).allSatisfy(warmed -> {
            assertThat(warmed.windows()).extracting(Window::compiling).containsOnly(Double.NaN);
            assertThat(warmed.hasJvmCounters()).isFalse();
            assertThat(warmed.verdict()).endsWith("without JVM counters");
            // Unknown counters are no reason to call it unstable, either.
            assertThat(warmed.objection().orElse("")).doesNotContain("NaN", "pauses");
        });
        assertThat(records.runs())
                .allSatisfy(run -> assertThat(run.observation().jvm()).isEmpty());
        assertThat(progress.toString(StandardCharsets.UTF_8)).contains("without JVM counters");
    }

    @Test
    void an_arm_that_answers_less_than_the_first_one_that_asks_the_same_is_wrong() {
        LoadSpec like = drive().withExpected(Expected.asFirst("GET", new byte[0]));
        ExperimentRecords records = once(
                new Arm("base", List.of(), small("base", BODY), like),
                new Arm("same", List.of(), small("same", "ho"), like),
                new Arm("empty", List.of(), small("empty", ""), like),
                new Arm("other", List.of(), small("other", ""), like.withPath("/other")));

        assertThat(records.abortReason()).isEmpty();
        assertThat(records.runs())
                .hasSize(8)
                .allSatisfy(run -> assertThat(run.observation().load().errorCount() > 0)
                        .describedAs(run.arm())
                        .isEqualTo(run.arm().equals("empty")));
        assertThat(records.remarks()).isEmpty();
    }

    @Test
    void of_answers_that_differ_in_size_by_themselves_only_the_status_is_looked_at_and_that_is_said() {
        LoadSpec like = drive().withExpected(Expected.asFirst("GET", new byte[0]));
        ExperimentRecords records = once(new Arm("growing", List.of(), small("growing", BODY, "growing"), like));

        assertThat(records.runs())
                .isNotEmpty()
                .allSatisfy(
                        run -> assertThat(run.observation().load().errorCount()).isZero());
        assertThat(records.remarks())
                .containsExactly("Responses of /hello differ in size, so only their status was checked.");
    }

    @Test
    void a_fault_of_our_own_breaks_it_off_and_keeps_what_was_measured_and_where_it_was() throws Exception {
        ExperimentRecords records = new ExperimentRecords();
        records.plan(List.of(new Arm("floor", List.of(), small("floor", BODY), drive())));
        RunObserver faulty = new RunObserver() {
            @Override
            public void before(Arm arm, RunningServer server) {
                if (records.runs().size() == 1) throw new IllegalArgumentException("nobody thought of that");
            }
        };
        var out = new PrintStream(progress, true, StandardCharsets.UTF_8);
        new Instrument(TINY.withStarts(1), new LoadGenerator(), new Random(1), new Progress(out), folder, folder)
                .run(records, faulty);

        assertThat(records.runs()).hasSize(1);
        assertThat(records.abortReason())
                .hasValueSatisfying(
                        why -> assertThat(why).contains("internal error", "nobody thought of that", "logs/fault.log"));
        assertThat(Files.readString(folder.resolve("fault.log"))).contains("at vesper.bench.instrument.InstrumentTest");
        assertThat(children()).isZero();
    }

    @Test
    void a_switch_that_is_refused_breaks_it_off() {
        // The small server answers every request with 200, so this switch succeeds.
        ServerSpec switched =
                small("switched", BODY).withSetupRequest(new ServerSpec.SetupRequest("GET", "/admin", ""));
        assertThat(once(new Arm("switched", List.of(), switched, drive())).abortReason())
                .isEmpty();

        ServerSpec unable = subject("unable", List.of("sh", "-c", "echo ready http://127.0.0.1:1/; exec sleep 60"))
                .withSetupRequest(new ServerSpec.SetupRequest("PUT", "/admin/x", "true"));
        ExperimentRecords records = record(new Arm("unable", List.of(), unable, drive()));
        assertThat(records.abortReason()).isPresent();
        assertThat(records.runs()).isEmpty();
        assertThat(children()).isZero();
    }

    @Test
    void an_interrupt_breaks_it_off_and_leaves_no_process() {
        Thread.currentThread().interrupt();
        ExperimentRecords records = record(new Arm("vesper", List.of(), small("vesper", BODY), drive()));

        assertThat(Thread.interrupted()).isFalse();
        assertThat(records.abortReason()).contains("interrupted");
        assertThat(records.runs()).isEmpty();
        assertThat(children()).isZero();
    }

    @Test
    void every_start_finds_an_empty_folder_for_its_data() throws Exception {
        Path notes = folder.resolve("notes");
        ServerSpec writing = subject(
                "writing",
                List.of("sh", "-c", "ls -A \"$0\" >> " + notes + "; touch \"$0/x\"; exit 1", ServerSpec.DATA));
        record(new Arm("writing", List.of(), writing, drive()));
        assertThat(Files.readString(notes)).isEmpty();
        assertThat(folder.resolve("writing-1").resolve("x")).exists();
    }

    @Test
    void two_arms_turn_about_and_more_have_an_order_that_is_drawn() {
        var two = new RunOrder(new Random(1));
        List<List<String>> blocks = List.of(two.nextBlock(List.of("a", "b")), two.nextBlock(List.of("a", "b")));
        assertThat(blocks).containsExactlyInAnyOrder(List.of("a", "b"), List.of("b", "a"));

        var many = new RunOrder(new Random(1));
        List<String> arms = List.of("a", "b", "c", "d", "e");
        assertThat(many.nextBlock(arms))
                .containsExactlyInAnyOrderElementsOf(arms)
                .isNotEqualTo(many.nextBlock(arms));
    }

    private static long children() {
        return ProcessHandle.current()
                .children()
                .filter(ProcessHandle::isAlive)
                .filter(child -> child.info().commandLine().orElse("").contains("HelloProcess"))
                .count();
    }

    private ExperimentRecords record(Arm... arms) {
        return record(TINY, arms);
    }

    /** Records with a single start. */
    private ExperimentRecords once(Arm... arms) {
        return record(TINY.withStarts(1), arms);
    }

    private ExperimentRecords record(Pace pace, Arm... arms) {
        var records = new ExperimentRecords();
        records.plan(List.of(arms));
        var out = new PrintStream(progress, true, StandardCharsets.UTF_8);
        new Instrument(pace, new LoadGenerator(), new Random(1), new Progress(out), folder, folder).run(records);
        return records;
    }

    private static LoadSpec drive() {
        return LoadSpec.get("/hello", 2).withExpected(BODY.getBytes(StandardCharsets.UTF_8));
    }

    private ServerSpec small(String name, String body) {
        return small(name, body, "");
    }

    private ServerSpec small(String name, String body, String word) {
        return small(name, hello(name, body, word).command());
    }

    /** It is not told that this is a JVM: asking what one allocates takes longer than all the rest. */
    private ServerSpec small(String name, List<String> command) {
        return new ServerSpec(name, "", command, Map.of(), folder, false, Duration.ofSeconds(30), List.of());
    }

    private ServerSpec hello(String name, String body, String word) {
        return hello(name, "-XX:+UseSerialGC", body, word);
    }

    private ServerSpec hello(String name, String flag, String body, String word) {
        return subject(
                name,
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        flag,
                        "-cp",
                        System.getProperty("java.class.path"),
                        HelloProcess.class.getName(),
                        body,
                        word));
    }

    private ServerSpec subject(String name, List<String> command) {
        return new ServerSpec(name, "", command, Map.of(), folder, true, Duration.ofSeconds(30), List.of());
    }
}
