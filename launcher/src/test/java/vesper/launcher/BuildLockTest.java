package vesper.launcher;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests {@code scripts/lock.sh}, both with and without flock(1). */
@DisplayNameGeneration(ReplaceUnderscores.class)
class BuildLockTest {
    private static final String SCRIPT =
            Path.of("../scripts/lock.sh").toAbsolutePath().normalize().toString();
    /** A process ID higher than any that exists. */
    private static final String NOBODY = "99999999";
    /** Fails if another process is between the mkdir and the rmdir. */
    private static final String ALONE = "mkdir inside && sleep 0.05 && rmdir inside && echo alone";

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"lock_by_flock", "lock_by_link"})
    void processes_that_start_at_once_go_one_after_the_other(String lock) throws Exception {
        Files.writeString(folder.resolve("lock"), NOBODY + "\n");
        List<Process> builds = new ArrayList<>();
        for (int i = 0; i < 6; i++) builds.add(start(lock + " lock 60 && { " + ALONE + "; release_lock; }"));

        for (Process build : builds) assertThat(output(build)).isEqualTo("alone\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"lock_by_flock", "lock_by_link"})
    void whoever_waits_too_long_is_refused(String lock) throws Exception {
        Process holder = start(lock + " lock 0 && echo held && read -r end; release_lock");
        assertThat(holder.inputReader(UTF_8).readLine()).isEqualTo("held");

        assertThat(output(start(lock + " lock 0 || echo refused"))).isEqualTo("refused\n");

        holder.outputWriter(UTF_8).close();
        holder.waitFor();
        assertThat(output(start(lock + " lock 0 && echo taken"))).isEqualTo("taken\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"lock_by_flock", "lock_by_link"})
    void a_lock_whose_holder_was_killed_is_taken(String lock) throws Exception {
        Process holder = start(lock + " lock 0 && echo held && read -r end");
        assertThat(holder.inputReader(UTF_8).readLine()).isEqualTo("held");
        holder.destroyForcibly().waitFor();

        assertThat(output(start(lock + " lock 1 && echo taken"))).isEqualTo("taken\n");
    }

    @Test
    void a_lock_without_flock_leaves_no_files() throws Exception {
        Files.writeString(folder.resolve("lock"), NOBODY + "\n");

        assertThat(output(start("lock_by_link lock 0 && echo taken && release_lock")))
                .isEqualTo("taken\n");

        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).isEmpty();
        }
    }

    private Process start(String commands) throws IOException {
        return new ProcessBuilder("sh", "-c", ". " + SCRIPT + "; " + commands)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
    }

    private static String output(Process process) throws Exception {
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        process.waitFor();
        return output;
    }
}
