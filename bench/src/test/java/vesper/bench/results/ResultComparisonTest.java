package vesper.bench.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import vesper.bench.ExitCode;

@DisplayNameGeneration(ReplaceUnderscores.class)
class ResultComparisonTest {
    @TempDir
    Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private Path result(String name, long requests, double cpu, String... arms) throws IOException {
        RecordsBuilder of = new RecordsBuilder();
        for (String arm : arms) {
            of.arm(arm);
            for (int round = 1; round <= 5; round++) of.run(round, arm, requests + round, cpu + round / 1000.0);
        }
        Path place = folder.resolve(name);
        new ResultFolder(place).write(of.concluded(List.of(), List.of()), List.of(), false, stream(out), stream(err));
        out.reset();
        err.reset();
        return place;
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }

    private int compare(Path first, Path second, boolean json) {
        return ResultComparison.run(first, second, json, stream(out), stream(err));
    }

    private String output() {
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void what_became_faster_and_what_stayed_is_told_of_each_arm_in_both() throws Exception {
        Path before = result("before", 1000, 10, "a \"b, c\"", "gone");
        Path after = result("after", 1200, 10, "a \"b, c\"", "new");

        assertThat(compare(before, after, false)).isEqualTo(ExitCode.OK);
        assertThat(output().lines())
                .anySatisfy(line -> assertThat(line)
                        .startsWith("a \"b, c\"")
                        .contains("req/s", "1,003", "1,203", "1.199")
                        .endsWith("faster"))
                .anySatisfy(line -> assertThat(line).contains("CPU µs/req").endsWith("same"));
        assertThat(output()).contains("The results are from different times");
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("only in " + before + ": gone", "only in " + after + ": new");
    }

    @Test
    void the_same_as_json() throws Exception {
        Path before = result("before", 1000, 10, "a");
        assertThat(compare(before, before.resolve("runs.csv"), true)).isEqualTo(ExitCode.OK);
        assertThat(output())
                .startsWith("{\"compared\":[{\"arm\":\"a\",\"figure\":\"requestsPerSecond\"")
                .contains("\"verdict\":\"same\"");
    }

    @Test
    void what_cannot_be_compared_is_refused_with_the_reason() throws Exception {
        Path one = result("one", 1000, 10, "a");
        Path other = result("other", 1000, 10, "b");
        assertThat(compare(one, other, false)).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("no arm is in both results: [a] and [b]");

        err.reset();
        assertThat(compare(one, folder.resolve("none"), false)).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains(folder.resolve("none") + " not found");

        err.reset();
        Path strange = Files.writeString(folder.resolve("strange.csv"), "case,route\n1,2\n");
        assertThat(compare(one, strange, false)).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("has no column arm");
    }
}
