package vesper.rest.multipart;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator.ReplaceUnderscores;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Inputs that a fuzzer found worth keeping, in {@code src/test/fuzz}: those that once failed, and one for each way
 * through.
 */
@DisplayNameGeneration(ReplaceUnderscores.class)
class FuzzCorpusTest {
    private static final Map<String, Consumer<byte[]>> TARGETS =
            Map.of("MultipartFuzz", MultipartFuzz::fuzzerTestOneInput);

    @TestFactory
    List<DynamicTest> every_kept_input_keeps_the_promises() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        for (var target : TARGETS.entrySet()) {
            try (Stream<Path> inputs = Files.list(Path.of("src/test/fuzz", target.getKey()))) {
                inputs.sorted().forEach(input -> tests.add(replay(target.getKey(), target.getValue(), input)));
            }
        }
        assertThat(tests).hasSizeGreaterThan(TARGETS.size());
        return tests;
    }

    private static DynamicTest replay(String name, Consumer<byte[]> target, Path input) {
        return DynamicTest.dynamicTest(
                name + " " + input.getFileName(), () -> target.accept(Files.readAllBytes(input)));
    }
}
