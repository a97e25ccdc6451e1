package vesper.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
@DisplayNameGeneration(ReplaceUnderscores.class)
class StopSignalTest {
    /** A program that starts a child and never finishes its shutdown. */
    static final class Stubborn {
        public static void main(String[] args) throws Exception {
            StopSignal.arm(Duration.ofMillis(100));
            Process child = new ProcessBuilder("sleep", "60").start();
            System.out.println(child.pid());
            while (true) LockSupport.park();
        }
    }

    @Test
    void whoever_does_not_get_through_with_ending_in_time_leaves_nobody_behind() throws Exception {
        Process bench = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Stubborn.class.getName()))
                .start();
        try (var lines = bench.inputReader()) {
            ProcessHandle child =
                    ProcessHandle.of(Long.parseLong(lines.readLine())).orElseThrow();
            assertThat(child.isAlive()).isTrue();
            // Through its handle, which leaves open the streams with output that is still to be read.
            bench.toHandle().destroy();
            assertThat(bench.waitFor(30, TimeUnit.SECONDS)).isTrue();
            child.onExit().get(30, TimeUnit.SECONDS);
            assertThat(new String(bench.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
                    .contains("timed out waiting");
        } finally {
            bench.descendants().forEach(ProcessHandle::destroyForcibly);
            bench.destroyForcibly().onExit().join();
        }
    }
}
