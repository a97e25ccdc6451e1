package vesper.testing.suite;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The results that a suite prints at its end. */
record SuiteReport(List<Outcome> outcomes, List<Suite.JvmStart> starts, long millis) {

    private static final int SLOWEST = 50;

    private static final class Sum {
        int classes;
        int jvms;
        long startMillis;
        long testMillis;
        long cpuMillis;
    }

    void printResult(PrintStream out) {
        List<Outcome> failed =
                outcomes.stream().filter(outcome -> !outcome.isPassed()).toList();
        out.println();
        for (Outcome outcome : failed) {
            for (String failure : outcome.failures()) {
                out.printf(
                        "FAILED %s%n",
                        failure.lines().limit(2).reduce((a, b) -> a + ": " + b).orElse(""));
            }
        }
        out.printf("%d test classes in %.1f s%n", outcomes.size(), millis / 1000.0);
        out.printf("%d passed, %d failed, %d skipped%n", passed(), failures(), skipped());
    }

    int exitCode() {
        if (passed() + failures() == 0) return 2;
        return failures() == 0 ? 0 : 1;
    }

    private long passed() {
        return outcomes.stream().mapToLong(Outcome::passed).sum();
    }

    private long failures() {
        return outcomes.stream().mapToLong(outcome -> outcome.failures().size()).sum();
    }

    private long skipped() {
        return outcomes.stream().mapToLong(Outcome::skipped).sum();
    }

    /**
     * Prints a row for each module and the slowest classes. Time that is not CPU time was spent waiting: for a time,
     * another process, or a processor that another JVM had.
     */
    void printTimes(PrintStream out) {
        Map<String, Sum> modules = new LinkedHashMap<>();
        for (Outcome outcome : outcomes) {
            Sum sum = modules.computeIfAbsent(outcome.test().module().name(), _ -> new Sum());
            sum.classes++;
            sum.testMillis += outcome.millis();
            sum.cpuMillis += outcome.cpuMillis();
        }
        for (Suite.JvmStart start : starts) {
            Sum sum = modules.computeIfAbsent(start.module().name(), _ -> new Sum());
            sum.jvms++;
            sum.startMillis += start.millis();
            sum.cpuMillis += start.cpuMillis();
        }
        out.printf(
                "%n%-12s %8s %6s %10s %9s %7s %10s%n",
                "module", "classes", "JVMs", "starts s", "tests s", "CPU s", "waiting s");
        List<Map.Entry<String, Sum>> rows = new ArrayList<>(modules.entrySet());
        rows.sort(Comparator.comparingLong(row -> -row.getValue().testMillis));
        var all = new Sum();
        for (Map.Entry<String, Sum> row : rows) {
            print(out, row.getKey(), row.getValue());
            all.classes += row.getValue().classes;
            all.jvms += row.getValue().jvms;
            all.startMillis += row.getValue().startMillis;
            all.testMillis += row.getValue().testMillis;
            all.cpuMillis += row.getValue().cpuMillis;
        }
        print(out, "all", all);
        out.printf(
                "wall time %.1f s, so %.2f processors were busy with tests%n",
                millis / 1000.0, (double) all.cpuMillis / millis);
        out.printf("%nslowest classes%n%9s %9s%n", "s", "CPU s");
        outcomes.stream()
                .sorted(Comparator.comparingLong(Outcome::millis).reversed())
                .limit(SLOWEST)
                .forEach(outcome -> out.printf(
                        "%9.1f %9.1f  %s%n",
                        outcome.millis() / 1000.0,
                        outcome.cpuMillis() / 1000.0,
                        outcome.test().name()));
    }

    private static void print(PrintStream out, String name, Sum sum) {
        long waiting = Math.max(0, sum.startMillis + sum.testMillis - sum.cpuMillis);
        out.printf(
                "%-12s %8d %6d %10.1f %9.1f %7.1f %10.1f%n",
                name,
                sum.classes,
                sum.jvms,
                sum.startMillis / 1000.0,
                sum.testMillis / 1000.0,
                sum.cpuMillis / 1000.0,
                waiting / 1000.0);
    }
}
