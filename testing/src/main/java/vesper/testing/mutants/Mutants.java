package vesper.testing.mutants;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import vesper.testing.suite.Suite;

/**
 * The program behind {@code scripts/mutants.sh}: {@code ROOT MODULE[,MODULE] [PATTERN]}. The modules and their tests must be
 * compiled. A pattern chooses the mutants whose place or source contains it.
 *
 * <p>A mutant is killed when one of its tests fails, takes longer than the limit, or ends its JVM. Exits with 1 when one
 * survives, with 2 when one no longer fits its source or does not compile.
 */
public final class Mutants {
    /** In seconds. A mutant that makes a test wait for ever is killed as well. */
    private static final int CLASS_LIMIT = 60;

    private enum Verdict {
        KILLED,
        SURVIVED,
        UNFIT
    }

    private final Path root;
    private final Path folder;

    private Mutants(Path root) {
        this.root = root;
        this.folder = root.resolve("target/mutants");
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        Path root = Path.of(arguments[0]).toAbsolutePath().normalize();
        String pattern = arguments.length > 2 ? arguments[2] : "";
        List<Mutant> mutants = new ArrayList<>();
        for (String module : arguments[1].split(",", -1)) {
            Mutant.of(root, module).stream()
                    .filter(mutant ->
                            mutant.place().contains(pattern) || mutant.source().contains(pattern))
                    .forEach(mutants::add);
        }
        System.exit(new Mutants(root).run(mutants, System.out));
    }

    private int run(List<Mutant> mutants, PrintStream out) throws IOException, InterruptedException {
        Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
        for (Mutant mutant : mutants) {
            long startNanos = System.nanoTime();
            Verdict verdict = judge(mutant, out);
            counts.merge(verdict, 1, Integer::sum);
            double seconds = (System.nanoTime() - startNanos) / 1e9;
            out.printf("%-8s %5.1f s  %s  %s%n", verdict, seconds, mutant.place(), mutant.source());
        }
        int survived = counts.getOrDefault(Verdict.SURVIVED, 0);
        int unfit = counts.getOrDefault(Verdict.UNFIT, 0);
        out.printf("%d mutants: %d survived, %d unfit%n", mutants.size(), survived, unfit);
        if (unfit > 0 || mutants.isEmpty()) return 2;
        return survived > 0 ? 1 : 0;
    }

    private Verdict judge(Mutant mutant, PrintStream out) throws IOException, InterruptedException {
        deleteFolder();
        Path classes = Files.createDirectories(folder.resolve("classes"));
        try {
            if (!compile(mutant, classes, out)) return Verdict.UNFIT;
        } catch (IllegalArgumentException unfit) {
            out.println(unfit.getMessage());
            return Verdict.UNFIT;
        }
        try (var log =
                new PrintStream(Files.newOutputStream(folder.resolve("tests.log")), true, StandardCharsets.UTF_8)) {
            int status = Suite.run(
                    new String[] {
                        "--root=" + root,
                        "--modules=" + mutant.module(),
                        "--classes-first=" + classes,
                        "--fail-fast",
                        "-Dtest=" + mutant.tests(),
                        "-Dtest.limit=" + CLASS_LIMIT
                    },
                    log);
            return switch (status) {
                case 0 -> Verdict.SURVIVED;
                case 1 -> Verdict.KILLED;
                // No test ran, so the patterns of its tests are wrong.
                default -> Verdict.UNFIT;
            };
        }
    }

    private boolean compile(Mutant mutant, Path classes, PrintStream out) throws IOException {
        Path module = root.resolve(mutant.module());
        String text = Files.readString(module.resolve("src/main/java").resolve(mutant.source()));
        Path source = folder.resolve("source").resolve(mutant.source());
        Files.createDirectories(source.getParent());
        Files.writeString(source, mutant.applyTo(text));
        String classPath = module.resolve("target/classes") + ":"
                + Files.readString(module.resolve("target/test.classpath")).strip();
        int status = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        out,
                        out,
                        "-d",
                        classes.toString(),
                        "-cp",
                        classPath,
                        "-proc:none",
                        "-nowarn",
                        "-parameters",
                        source.toString());
        return status == 0;
    }

    private void deleteFolder() throws IOException {
        if (!Files.exists(folder)) return;
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        }
    }
}
