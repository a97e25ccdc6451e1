package vesper.testing.mutants;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import vesper.testing.suite.Suite;

/**
 * The program behind {@code scripts/mutants.sh}: {@code ROOT MODULE[,MODULE] [PATTERN[,PATTERN] [TEST[,TEST]]]}. The
 * modules and their tests must be compiled. A pattern is {@code FILE:LINE} of a mutant, or a part of the name of its
 * file or of its source. Tests run instead of those that are named beside the mutants.
 *
 * <p>First the tests run without a mutant: if one of them fails, every mutant would seem to be killed. Then as many
 * mutants run at the same time as there are processors. A mutant is killed when one of its tests fails, takes longer
 * than the limit, or ends its JVM. Exits with 1 when one survives, with 2 when one no longer fits its source or does
 * not compile, and when the tests fail without a mutant.
 *
 * <p>Each mutant has a folder in {@code target/mutants} with its classes, the log of its tests and their reports.
 */
public final class Mutants {
    /**
     * Time that a test class may take longer with a mutant, in seconds, beyond a multiple of its time without one. A
     * mutant that makes a test wait endlessly is killed as well.
     */
    private static final long LIMIT_SECONDS = 60;

    private static final long LIMIT_TIMES = 3;

    private static final String FAILED = "FAILED ";

    private enum Verdict {
        KILLED,
        SURVIVED,
        UNFIT
    }

    /** @param why the test that noticed the mutant, or why it is unfit; empty if it survived */
    private record Judgement(Verdict verdict, String why) {}

    private final Path root;
    private final Path folder;
    private final PrintStream out;
    private final Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);

    private Mutants(Path root, PrintStream out) {
        this.root = root;
        this.folder = root.resolve("target/mutants");
        this.out = out;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        System.exit(run(arguments, System.out));
    }

    /** Runs as {@link #main}, and returns the exit code. */
    static int run(String[] arguments, PrintStream out) throws IOException, InterruptedException {
        Path root = Path.of(arguments[0]).toAbsolutePath().normalize();
        String[] patterns = (arguments.length > 2 ? arguments[2] : "").split(",", -1);
        String tests = arguments.length > 3 ? arguments[3] : "";
        List<Mutant> mutants = new ArrayList<>();
        for (String module : arguments[1].split(",", -1)) {
            Mutant.of(root, module).stream()
                    .filter(mutant -> Arrays.stream(patterns).anyMatch(mutant::isCalled))
                    .map(mutant -> tests.isEmpty() ? mutant : mutant.with(tests))
                    .forEach(mutants::add);
        }
        return new Mutants(root, out).run(mutants);
    }

    private int run(List<Mutant> mutants) throws IOException, InterruptedException {
        deleteFolder();
        if (!areTestsSound(mutants)) return 2;
        long startNanos = System.nanoTime();
        judgeAll(new ConcurrentLinkedQueue<>(mutants));
        int survived = counts.getOrDefault(Verdict.SURVIVED, 0);
        int unfit = counts.getOrDefault(Verdict.UNFIT, 0);
        out.printf(
                "%d mutants in %.0f s: %d survived, %d unfit%n",
                mutants.size(), secondsSince(startNanos), survived, unfit);
        if (unfit > 0 || mutants.isEmpty()) return 2;
        return survived > 0 ? 1 : 0;
    }

    private boolean areTestsSound(List<Mutant> mutants) throws IOException, InterruptedException {
        Map<String, Set<String>> testsByModule = new LinkedHashMap<>();
        for (Mutant mutant : mutants) {
            testsByModule
                    .computeIfAbsent(mutant.module(), _ -> new TreeSet<>())
                    .addAll(List.of(mutant.tests().split(",", -1)));
        }
        boolean areSound = true;
        for (var each : testsByModule.entrySet()) {
            String module = each.getKey();
            long startNanos = System.nanoTime();
            Path log = Files.createDirectories(withoutMutant(module)).resolve("tests.log");
            int status = suite(
                    log,
                    "--modules=" + module,
                    "--reports=" + withoutMutant(module),
                    "-Dtest=" + String.join(",", each.getValue()));
            String verdict = status == 0 ? "ok" : "UNSOUND";
            out.printf("%-8s %5.1f s  %s without a mutant%n", verdict, secondsSince(startNanos), module);
            if (status == 0) continue;
            areSound = false;
            try (Stream<String> lines = Files.lines(log)) {
                lines.forEach(out::println);
            }
        }
        return areSound;
    }

    private void judgeAll(Queue<Mutant> waiting) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
            threads.add(Thread.ofPlatform().name("mutants " + i).start(() -> {
                for (Mutant mutant = waiting.poll(); mutant != null; mutant = waiting.poll()) judge(mutant);
            }));
        }
        for (Thread thread : threads) thread.join();
    }

    private void judge(Mutant mutant) {
        long startNanos = System.nanoTime();
        Judgement judgement;
        try {
            judgement = judgementOf(mutant);
        } catch (IllegalArgumentException unfit) {
            judgement = new Judgement(Verdict.UNFIT, String.valueOf(unfit.getMessage()));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
        synchronized (counts) {
            counts.merge(judgement.verdict, 1, Integer::sum);
            out.printf(
                    "%-8s %5.1f s  %s  %s  %s%n",
                    judgement.verdict, secondsSince(startNanos), mutant.place(), mutant.source(), judgement.why);
        }
    }

    private Judgement judgementOf(Mutant mutant) throws IOException, InterruptedException {
        Path place = folder.resolve(mutant.module()).resolve(mutant.name());
        Path classes = Files.createDirectories(place.resolve("classes"));
        compile(mutant, place.resolve("source"), classes);
        Path log = place.resolve("tests.log");
        int status = suite(
                log,
                "--modules=" + mutant.module(),
                "--classes-first=" + classes,
                "--reports=" + place.resolve("reports"),
                "--fail-fast",
                "-Dtest=" + mutant.tests(),
                "-Dtest.jvms=1",
                "-Dtest.limit=" + limitSeconds(mutant));
        return switch (status) {
            case 0 -> new Judgement(Verdict.SURVIVED, "");
            case 1 -> new Judgement(Verdict.KILLED, failureIn(log));
            default -> throw new IllegalArgumentException("no test is called " + mutant.tests());
        };
    }

    private Path withoutMutant(String module) {
        return folder.resolve(module).resolve("without-mutant");
    }

    private long limitSeconds(Mutant mutant) throws IOException {
        List<String> tests = List.of(mutant.tests().split(",", -1));
        try (Stream<String> times = Files.lines(withoutMutant(mutant.module()).resolve("test-times.csv"))) {
            long longestMillis = times.map(line -> line.split(",", -1))
                    .filter(fields -> tests.stream().anyMatch(test -> isTest(fields[0], test)))
                    .mapToLong(fields -> Long.parseLong(fields[1]))
                    .max()
                    .orElse(0);
            return LIMIT_SECONDS + LIMIT_TIMES * longestMillis / 1000;
        }
    }

    private static boolean isTest(String name, String test) {
        return test.contains("*") || name.substring(name.lastIndexOf('.') + 1).equals(test);
    }

    private int suite(Path log, String... options) throws IOException, InterruptedException {
        try (var to = new PrintStream(Files.newOutputStream(log), true, StandardCharsets.UTF_8)) {
            return Suite.run(
                    Stream.concat(Stream.of("--root=" + root), Arrays.stream(options))
                            .toArray(String[]::new),
                    to);
        }
    }

    /** Returns the test that failed. The suite names it at the end. */
    private static String failureIn(Path log) throws IOException {
        try (Stream<String> lines = Files.lines(log)) {
            return lines.filter(line -> line.startsWith(FAILED))
                    .reduce((_, later) -> later)
                    .map(line -> line.substring(FAILED.length()))
                    .orElse("");
        }
    }

    /** @throws IllegalArgumentException if it does not fit or does not compile */
    private void compile(Mutant mutant, Path sources, Path classes) throws IOException {
        Path module = root.resolve(mutant.module());
        String text = Files.readString(module.resolve("src/main/java").resolve(mutant.source()));
        Path source = sources.resolve(mutant.source());
        Files.createDirectories(source.getParent());
        Files.writeString(source, mutant.applyTo(text));
        String classPath = module.resolve("target/classes") + ":"
                + Files.readString(module.resolve("target/test.classpath")).strip();
        Path errors = classes.resolveSibling("compiler.log");
        int status;
        try (var log = Files.newOutputStream(errors)) {
            status = ToolProvider.getSystemJavaCompiler()
                    .run(
                            null,
                            log,
                            log,
                            "-d",
                            classes.toString(),
                            "-cp",
                            classPath,
                            "-proc:none",
                            "-nowarn",
                            "-parameters",
                            source.toString());
        }
        if (status != 0) throw new IllegalArgumentException("does not compile:\n" + Files.readString(errors));
    }

    private static double secondsSince(long nanos) {
        return (System.nanoTime() - nanos) / 1e9;
    }

    private void deleteFolder() throws IOException {
        if (!Files.exists(folder)) return;
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.delete(file);
        }
    }
}
