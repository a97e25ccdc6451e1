package vesper.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.bench.load.LoadGenerator;

/** A whole comparison, with servers that are real processes but small. */
@Timeout(60)
@DisplayNameGeneration(ReplaceUnderscores.class)
class ComparisonTest {
    private static final String BODY = "hi";
    private static final Scale TINY = new Scale(2, Duration.ofMillis(60), Duration.ofMillis(20), 8, 10, 0.9);

    @TempDir
    Path folder;

    private final ByteArrayOutputStream progress = new ByteArrayOutputStream();

    @Test
    void every_arm_is_started_warmed_and_driven_in_every_round_and_ended() {
        Findings findings = compare(arm("vesper", ArmKind.VESPER, BODY), arm("netty", ArmKind.PEER, BODY));

        assertThat(findings.brokenOff()).isEmpty();
        assertThat(findings.arms()).extracting(Arm::name).containsExactly("vesper", "netty");
        assertThat(findings.arms())
                .allSatisfy(arm -> assertThat(findings.warmthOf(arm)).isPresent());
        assertThat(findings.runs().stream()
                        .map(run -> run.round() + " " + run.arm() + " " + run.pipelining())
                        .collect(Collectors.toSet()))
                .containsExactlyInAnyOrder(
                        "1 vesper 1", "1 vesper 4", "1 netty 1", "2 vesper 1", "2 vesper 4", "2 netty 1");
        assertThat(findings.runs()).allSatisfy(run -> {
            assertThat(run.load().requests()).isPositive();
            assertThat(run.load().errorCount()).isZero();
            assertThat(run.memory().bytes()).isPositive();
        });
        assertThat(ProcessHandle.current().children().filter(ProcessHandle::isAlive))
                .noneMatch(child -> child.info().commandLine().orElse("").contains("HelloProcess"));
        assertThat(progress.toString(StandardCharsets.UTF_8))
                .contains("starting vesper", "warming netty", "round 2 of 2");
    }

    @Test
    void an_arm_that_does_not_start_is_left_out_and_the_others_go_on() {
        var broken = new Arm(
                "broken",
                ArmKind.PEER,
                "",
                List.of("sh", "-c", "echo port taken >&2; exit 3"),
                folder,
                Duration.ofSeconds(10));
        Findings findings = compare(broken, arm("floor", ArmKind.FLOOR, BODY));
        assertThat(findings.leftOut()).singleElement().satisfies(arm -> {
            assertThat(arm.name()).isEqualTo("broken");
            assertThat(arm.why()).contains("port taken");
        });
        assertThat(findings.runs()).extracting(RecordedRun::arm).containsOnly("floor");
    }

    @Test
    void a_wrong_answer_is_counted_against_the_arm() {
        Findings findings = compare(arm("liar", ArmKind.PEER, "ho"));
        assertThat(findings.runs())
                .isNotEmpty()
                .allSatisfy(run -> assertThat(run.load().errorCount()).isPositive());
    }

    @Test
    void an_interrupt_breaks_it_off_and_leaves_no_process() {
        Thread.currentThread().interrupt();
        Findings findings = compare(arm("vesper", ArmKind.VESPER, BODY));
        assertThat(findings.brokenOff()).contains("interrupted");
        assertThat(findings.runs()).isEmpty();
        assertThat(ProcessHandle.current().children().filter(ProcessHandle::isAlive))
                .noneMatch(child -> child.info().commandLine().orElse("").contains("HelloProcess"));
    }

    private Findings compare(Arm... arms) {
        var findings = new Findings();
        var workload = new Workload("/hello", BODY, 2, 4);
        var out = new PrintStream(progress, true, StandardCharsets.UTF_8);
        new Comparison(TINY, workload, new LoadGenerator(), new Progress(out), folder)
                .run(List.of(arms), new Random(1), findings);
        return findings;
    }

    private Arm arm(String name, ArmKind kind, String body) {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                HelloProcess.class.getName(),
                body);
        return new Arm(name, kind, "", command, folder, Duration.ofSeconds(30));
    }
}
