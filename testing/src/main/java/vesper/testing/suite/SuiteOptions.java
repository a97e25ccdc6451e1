package vesper.testing.suite;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The options of a suite: the tests that it runs, and their JVMs.
 *
 * @param root the root of the repository
 * @param modules names of folders
 * @param tests patterns of class names; all classes when empty
 * @param methods a regular expression of method names, or {@code -} for all
 * @param excludedTag tests with this tag are left out; {@code -} for none
 * @param jvms JVMs that run at the same time
 * @param jvmFlags further options of these JVMs
 * @param classesFirst a folder that precedes the classes of the modules on the class path
 * @param reports a folder for the reports and times, instead of the usual ones
 * @param isFailFast whether no further test is started after a failure
 * @param classLimit time after which a class is reported as failed and its JVM killed
 */
record SuiteOptions(
        Path root,
        List<String> modules,
        List<Pattern> tests,
        String methods,
        String excludedTag,
        int jvms,
        List<String> jvmFlags,
        Duration classLimit,
        Optional<Path> classesFirst,
        Optional<Path> reports,
        boolean isFailFast,
        boolean areTimesPrinted) {

    /** A JVM that waits for a time or a process leaves its processor to another one. */
    private static final int JVMS_BESIDE_PROCESSORS = 2;

    static SuiteOptions parse(String[] arguments) {
        Path root = Path.of("").toAbsolutePath();
        List<String> modules = List.of();
        List<Pattern> tests = List.of();
        String methods = "-";
        String excludedTag = "long";
        int jvms = Runtime.getRuntime().availableProcessors() + JVMS_BESIDE_PROCESSORS;
        List<String> flags = new ArrayList<>();
        Duration limit = Duration.ofMinutes(10);
        Optional<Path> classesFirst = Optional.empty();
        Optional<Path> reports = Optional.empty();
        boolean isFailFast = false;
        boolean areTimesPrinted = false;
        for (String argument : arguments) {
            int sign = argument.indexOf('=');
            String key = sign < 0 ? argument : argument.substring(0, sign);
            String value = argument.substring(sign + 1);
            switch (key) {
                case "--root" -> root = Path.of(value).toAbsolutePath();
                case "--modules" -> modules = List.of(value.split(","));
                case "-Dtest" -> {
                    int hash = value.indexOf('#');
                    if (hash >= 0) methods = glob(value.substring(hash + 1)).pattern();
                    tests = Arrays.stream((hash < 0 ? value : value.substring(0, hash)).split(","))
                            .map(SuiteOptions::glob)
                            .toList();
                }
                case "-Dtest.excluded" -> excludedTag = value.equals("none") ? "-" : value;
                case "-Dtest.jvms" -> jvms = Math.max(1, Integer.parseInt(value));
                case "-Dtest.limit" -> limit = Duration.ofSeconds(Long.parseLong(value));
                case "--classes-first" -> classesFirst = Optional.of(Path.of(value));
                case "--reports" -> reports = Optional.of(Path.of(value).toAbsolutePath());
                case "--fail-fast" -> isFailFast = true;
                case "--times" -> areTimesPrinted = true;
                default -> {
                    if (!argument.startsWith("-D") && !argument.startsWith("-X")) {
                        throw new IllegalArgumentException(argument + ": no option of the tests");
                    }
                    flags.add(argument);
                }
            }
        }
        return new SuiteOptions(
                root,
                modules,
                tests,
                methods,
                excludedTag,
                jvms,
                flags,
                limit,
                classesFirst,
                reports,
                isFailFast,
                areTimesPrinted);
    }

    Path reportsOf(TestModule module) {
        return reports.orElse(module.reports());
    }

    Path times() {
        return reports.orElse(root.resolve("target")).resolve("test-times.csv");
    }

    /** Matches simple and full class names. */
    Predicate<TestClass> isWanted() {
        return test -> tests.isEmpty()
                || tests.stream()
                        .anyMatch(pattern -> pattern.matcher(test.simpleName()).matches()
                                || pattern.matcher(test.name()).matches());
    }

    private static Pattern glob(String text) {
        return Pattern.compile(Arrays.stream(text.split("\\*", -1))
                .map(Pattern::quote)
                .reduce((a, b) -> a + ".*" + b)
                .orElseThrow());
    }
}
