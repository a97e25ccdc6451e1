package vesper.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/**
 * Saved inputs of a fuzzer, in {@code src/test/fuzz/TARGET} of a module: those that once failed, and one for each code
 * path.
 */
public final class FuzzCorpus {
    private FuzzCorpus() {}

    /** Returns a test for each saved input of this target. Fails if there is none. */
    public static Stream<DynamicTest> replay(Class<?> target, Consumer<byte[]> fuzzed) throws IOException {
        Path folder = Path.of("src/test/fuzz", target.getSimpleName());
        List<Path> inputs;
        try (Stream<Path> files = Files.list(folder)) {
            inputs = files.sorted().toList();
        }
        if (inputs.isEmpty()) throw new AssertionError("nothing is kept in " + folder);
        return inputs.stream()
                .map(input -> DynamicTest.dynamicTest(
                        target.getSimpleName() + " " + input.getFileName(),
                        () -> fuzzed.accept(Files.readAllBytes(input))));
    }
}
