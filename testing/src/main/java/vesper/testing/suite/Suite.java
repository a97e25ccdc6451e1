package vesper.testing.suite;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The program that runs the compiled tests of several modules: {@code ./vesper test} starts it after the build.
 *
 * <p>Exits with 0 when every test passed, 1 when one failed, 2 when no test ran or the arguments are wrong. The last
 * line is {@code N passed, N failed, N skipped}.
 */
public final class Suite {
    private final SuiteOptions options;
    private final PrintStream out;
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("class limits").daemon().factory());
    private final Set<WorkerProcess> running = ConcurrentHashMap.newKeySet();
    private final List<Outcome> outcomes = Collections.synchronizedList(new ArrayList<>());
    private final List<JvmStart> starts = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger jvmNumber = new AtomicInteger();

    private Suite(SuiteOptions options, PrintStream out) {
        this.options = options;
        this.out = out;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        System.exit(run(arguments, System.out));
    }

    /** Runs as {@link #main}, and returns the exit code. */
    public static int run(String[] arguments, PrintStream out) throws IOException, InterruptedException {
        try {
            return new Suite(SuiteOptions.parse(arguments), out).run();
        } catch (IllegalArgumentException | IllegalStateException wrong) {
            out.println("tests: " + wrong.getMessage());
            return 2;
        }
    }

    private int run() throws IOException, InterruptedException {
        List<TestClass> classes = new ArrayList<>();
        for (String name : options.modules()) {
            TestModule.of(options.root(), name).classes().stream()
                    .filter(options.isWanted())
                    .forEach(classes::add);
        }
        KnownTimes times = KnownTimes.read(options.times());
        var killer = new Thread(() -> running.forEach(WorkerProcess::kill));
        Runtime.getRuntime().addShutdownHook(killer);
        long startNanos = System.nanoTime();

        List<TestClass> beside =
                classes.stream().filter(test -> !test.isAlone()).toList();
        List<TestClass> alone = classes.stream().filter(TestClass::isAlone).toList();
        runAll(new Schedule(beside, times::expectedMillis), options.jvms());
        runAll(new Schedule(alone, times::expectedMillis), 1);

        timer.shutdownNow();
        Runtime.getRuntime().removeShutdownHook(killer);
        long millis = (System.nanoTime() - startNanos) / 1_000_000;
        times.with(outcomes).write(options.times());
        var report = new SuiteReport(List.copyOf(outcomes), List.copyOf(starts), millis);
        if (options.areTimesPrinted()) report.printTimes(out);
        report.printResult(out);
        return report.exitCode();
    }

    private void runAll(Schedule schedule, int jvms) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < jvms; i++) {
            threads.add(Thread.ofPlatform().name("tests " + i).start(() -> runJvms(schedule)));
        }
        for (Thread thread : threads) thread.join();
    }

    private void runJvms(Schedule schedule) {
        for (Optional<TestModule> module = schedule.moduleForJvm();
                module.isPresent();
                module = schedule.moduleForJvm()) {
            try {
                runJvm(schedule, module.get());
            } finally {
                schedule.jvmEnded(module.get());
            }
        }
    }

    private void runJvm(Schedule schedule, TestModule module) {
        Optional<TestClass> first = schedule.next(module);
        if (first.isEmpty()) return;
        try (WorkerProcess jvm = WorkerProcess.start(module, jvmNumber.incrementAndGet(), options, timer)) {
            running.add(jvm);
            try {
                for (Optional<TestClass> test = first; test.isPresent(); test = schedule.next(module)) {
                    Outcome outcome = jvm.run(test.get());
                    finished(outcome);
                    if (options.isFailFast() && !outcome.isPassed()) schedule.stop();
                    // The next class gets a new JVM.
                    if (!jvm.isUsable()) return;
                }
            } finally {
                starts.add(new JvmStart(module, jvm.startMillis(), jvm.startCpuMillis()));
                running.remove(jvm);
            }
        } catch (IOException e) {
            finished(Outcome.broken(first.get(), "no JVM for the test: " + e, 0));
        }
    }

    private void finished(Outcome outcome) {
        outcomes.add(outcome);
        String verdict = outcome.isPassed() ? "ok    " : "FAILED";
        synchronized (out) {
            out.printf(
                    "%s %-10s %s  %d tests, %.1f s%n",
                    verdict,
                    outcome.test().module().name(),
                    outcome.test().name(),
                    outcome.passed() + outcome.failures().size(),
                    outcome.millis() / 1000.0);
            for (String failure : outcome.failures())
                out.println(failure.stripTrailing().indent(4).stripTrailing());
        }
    }

    /** The start of a JVM, until it could run its first class. */
    record JvmStart(TestModule module, long millis, long cpuMillis) {}
}
