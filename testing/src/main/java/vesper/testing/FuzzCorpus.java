package vesper.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/**
 * Inputs that a fuzzer found worth keeping, in {@code src/test/fuzz/TARGET} of a module: those that once failed, and one
 * for each way through.
 */
public final class FuzzCorpus {
    private FuzzCorpus() {}

    /** A test for each input that is kept for this target; there must be some. */
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
