package vesper.bench.generator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import vesper.bench.ExitCode;

/** Runs the experiment with a script instead of wrk, and without a compiler and ab. */
@Timeout(60)
@DisplayNameGeneration(ReplaceUnderscores.class)
class GeneratorExperimentTest {
    /** Computes for a moment, so that it uses CPU time. */
    private static final String PRETENDED_WRK = """
            #!/bin/sh
            i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done
            echo '  1500 requests in 1.00s, 1MB read'
            """;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    Path folder;

    @Test
    void everybody_who_is_there_drives_what_is_there_and_all_of_it_is_written() throws Exception {
        Path program = Files.writeString(folder.resolve("wrk"), PRETENDED_WRK);
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        assertThat(run()).isIn(ExitCode.OK, ExitCode.GATE_MISSED);
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains(
                        "own, slow",
                        "wrk, slow",
                        "Skipped: ab, not on the PATH",
                        "Skipped: floor, there is no C compiler (cc)",
                        "requests/s on the slow server, relative to wrk");
        List<String> runs = Files.readAllLines(folder.resolve("out/runs.csv"));
        assertThat(runs)
                .hasSize(3)
                .first()
                .isEqualTo("round,server,driver,requests,seconds,cpu_micros,p50_micros,errors");
        assertThat(runs).anyMatch(run -> run.matches("1,slow,own,[1-9]\\d*,1\\.\\d+,\\d+,[1-9]\\d+,0"));
        assertThat(runs).anyMatch(run -> run.matches("1,slow,wrk,1500,1\\.000000,[1-9]\\d{4,},NaN,0"));
        assertThat(Files.readString(folder.resolve("out/result.json"))).startsWith("{\"experiment\":\"generator\",");
        assertThat(Files.readString(folder.resolve("out/report.html")))
                .contains("The generator compared with wrk and ab");
    }

    @Test
    void an_interrupt_breaks_it_off_and_it_is_still_written() throws IOException {
        Thread.currentThread().interrupt();
        assertThat(run()).isEqualTo(ExitCode.FAILED);
        assertThat(Thread.interrupted()).isFalse();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("Aborted: interrupted");
        assertThat(Files.readString(folder.resolve("out/result.json"))).contains("\"brokenOff\":\"interrupted\"");
    }

    private int run() {
        var options = new GeneratorOptions(folder, Optional.of(folder.resolve("out")), true, false, 1, 1);
        return GeneratorExperiment.run(
                options,
                folder.toString(),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }
}
