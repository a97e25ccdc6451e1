package vesper.bench.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import vesper.testing.Eventually;

@Timeout(60)
@DisplayNameGeneration(ReplaceUnderscores.class)
class TerminationTest {
    private static final String HANGING = "trap '' TERM; echo up; while :; do sleep 60; done";
    private static final Duration TIMEOUT = Duration.ofMillis(500);

    private final List<Process> started = new ArrayList<>();
    private final List<BufferedReader> outputs = new ArrayList<>();
    private final List<ProcessHandle> children = new ArrayList<>();

    @AfterEach
    void nothingIsLeft() throws Exception {
        children.forEach(ProcessHandle::destroyForcibly);
        for (Process process : started) process.destroyForcibly().onExit().join();
        for (BufferedReader output : outputs) output.close();
    }

    @Test
    void many_that_hang_together_take_no_longer_than_one() throws Exception {
        for (int n = 0; n < 12; n++) start(HANGING);
        long began = System.nanoTime();
        Termination.terminate(started, TIMEOUT);
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(TIMEOUT.multipliedBy(started.size()));
        assertThat(started).noneMatch(Process::isAlive);
    }

    @Test
    void those_that_do_as_they_are_asked_are_not_waited_for_beyond_that() throws Exception {
        start("trap 'echo bye; exit 0' TERM; echo up; while :; do sleep 0.01; done");
        Termination.terminate(started, Duration.ofSeconds(50));
        assertThat(outputs.getFirst().readLine()).isEqualTo("bye");
        assertThat(started.getFirst().exitValue()).isZero();
    }

    @Test
    void what_one_that_has_to_be_killed_had_started_goes_with_it() throws Exception {
        // Like nginx under its script, which would end nginx if it were not killed itself.
        start("trap '' TERM; sleep 60 & echo up; while :; do wait; done");
        children.addAll(started.getFirst().descendants().toList());
        assertThat(children).hasSize(1);
        Termination.terminate(started, Duration.ofMillis(100));
        assertThat(started.getFirst().isAlive()).isFalse();
        Eventually.until(
                "they are waited for by whoever has to", () -> children.stream().noneMatch(ProcessHandle::isAlive));
    }

    @Test
    void what_one_that_ended_as_it_was_asked_has_left_behind_goes_too() throws Exception {
        start("sleep 60 & echo up; wait");
        children.addAll(started.getFirst().descendants().toList());
        Termination.terminate(started, Duration.ofSeconds(50));
        assertThat(children).hasSize(1);
        Eventually.until(
                "it is waited for by whoever has to", () -> children.stream().noneMatch(ProcessHandle::isAlive));
    }

    @Test
    void an_interrupt_ends_the_patience_and_not_the_ending() throws Exception {
        start(HANGING);
        Thread.currentThread().interrupt();
        Termination.terminate(started, Duration.ofSeconds(50));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(started.getFirst().isAlive()).isFalse();
    }

    private void start(String script) throws Exception {
        Process process = new ProcessBuilder("sh", "-c", script).start();
        started.add(process);
        BufferedReader output = process.inputReader();
        outputs.add(output);
        assertThat(output.readLine()).isEqualTo("up");
    }
}
