package vesper.testing.suite;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A JVM that runs test classes of one module, one at a time. Used by one thread.
 *
 * <p>The JVM answers in lines that begin with {@link Worker#MARK}: {@code ready MILLIS CPU} once, then for each class
 * any number of {@code failure DESCRIPTION} and one {@code done PASSED SKIPPED MILLIS CPU}. Its other output goes to a
 * log beside the reports. A class that takes longer than the limit leaves a dump of all threads beside the reports, and
 * its JVM is killed with all its child processes.
 */
final class WorkerProcess implements AutoCloseable {

    private final TestModule module;
    private final Path reports;
    private final Process process;
    private final BufferedReader answers;
    private final BufferedWriter requests;
    private final PrintStream log;
    private final Duration classLimit;
    private final ScheduledExecutorService timer;
    private long startMillis;
    private long startCpuMillis;
    private boolean isUsable = true;

    private WorkerProcess(
            TestModule module,
            Path reports,
            Process process,
            PrintStream log,
            Duration classLimit,
            ScheduledExecutorService timer) {
        this.module = module;
        this.reports = reports;
        this.process = process;
        this.answers = process.inputReader(StandardCharsets.UTF_8);
        this.requests = process.outputWriter(StandardCharsets.UTF_8);
        this.log = log;
        this.classLimit = classLimit;
        this.timer = timer;
    }

    static WorkerProcess start(TestModule module, int number, SuiteOptions options, ScheduledExecutorService timer)
            throws IOException {
        Path reports = options.reportsOf(module);
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        for (Path flags : module.flags()) command.add("@" + flags);
        command.addAll(options.jvmFlags());
        String first = options.classesFirst().map(folder -> folder + ":").orElse("");
        command.addAll(List.of("-cp", first + module.classPath()));
        command.add(Worker.class.getName());
        command.addAll(List.of(
                reports.toString(), options.excludedTag(), options.methods(), Boolean.toString(options.isFailFast())));
        Files.createDirectories(reports);
        var log = new PrintStream(
                Files.newOutputStream(reports.resolve("jvm-" + number + ".log")), true, StandardCharsets.UTF_8);
        Process process = new ProcessBuilder(command)
                .directory(module.folder().toFile())
                .redirectErrorStream(true)
                .start();
        return new WorkerProcess(module, reports, process, log, options.classLimit(), timer);
    }

    TestModule module() {
        return module;
    }

    /** Time from the start of the JVM until it could run its first class; 0 before that. */
    long startMillis() {
        return startMillis;
    }

    long startCpuMillis() {
        return startCpuMillis;
    }

    /** Returns whether the JVM can run another class. */
    boolean isUsable() {
        return isUsable && process.isAlive();
    }

    Outcome run(TestClass test) {
        long startNanos = System.nanoTime();
        // Set by what comes first, the end of the class or its limit.
        var isSettled = new AtomicBoolean();
        ScheduledFuture<?> limit = timer.schedule(
                () -> {
                    if (isSettled.compareAndSet(false, true)) killAfterDump(test);
                },
                classLimit.toMillis(),
                TimeUnit.MILLISECONDS);
        try {
            requests.write(test.name() + "\n");
            requests.flush();
            return await(test);
        } catch (IOException ended) {
            kill();
            long millis = (System.nanoTime() - startNanos) / 1_000_000;
            String reason = isSettled.get()
                    ? "not finished after " + classLimit.toSeconds() + " s; its threads are in " + dumpOf(test)
                    : "the JVM of the test ended: " + ended.getMessage();
            return Outcome.broken(test, reason, millis);
        } finally {
            limit.cancel(false);
            // A class may end while its threads are dumped. The JVM is killed all the same.
            if (!isSettled.compareAndSet(false, true)) isUsable = false;
        }
    }

    private Outcome await(TestClass test) throws IOException {
        List<String> failures = new ArrayList<>();
        while (true) {
            String line = answers.readLine();
            if (line == null) throw new IOException("exit code " + exitCode());
            int mark = line.indexOf(Worker.MARK);
            if (mark < 0) {
                log.println(line);
                continue;
            }
            String answer = line.substring(mark + Worker.MARK.length());
            String[] values = answer.split(" ", -1);
            switch (values[0]) {
                case "ready" -> {
                    startMillis = Long.parseLong(values[1]);
                    startCpuMillis = Long.parseLong(values[2]);
                }
                case "failure" -> failures.add(unescaped(answer.substring("failure ".length())));
                case "done" -> {
                    return new Outcome(
                            test,
                            Long.parseLong(values[1]),
                            failures,
                            Long.parseLong(values[2]),
                            Long.parseLong(values[3]),
                            Long.parseLong(values[4]));
                }
                default -> throw new IOException("an unknown answer: " + answer);
            }
        }
    }

    private static String unescaped(String text) {
        return text.replace("\\n", "\n").replace("\\\\", "\\");
    }

    private String exitCode() {
        try {
            return process.waitFor(10, TimeUnit.SECONDS) ? Integer.toString(process.exitValue()) : "unknown";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "unknown";
        }
    }

    private Path dumpOf(TestClass test) {
        return reports.resolve(test.name() + "-threads.txt");
    }

    private void killAfterDump(TestClass test) {
        try {
            Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
            new ProcessBuilder(jcmd.toString(), Long.toString(process.pid()), "Thread.print")
                    .redirectErrorStream(true)
                    .redirectOutput(dumpOf(test).toFile())
                    .start()
                    .waitFor(20, TimeUnit.SECONDS);
        } catch (IOException e) {
            log.println("no dump of threads: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            kill();
        }
    }

    void kill() {
        List<ProcessHandle> children = process.descendants().toList();
        process.destroyForcibly();
        children.forEach(ProcessHandle::destroyForcibly);
    }

    /** Ends the JVM when it has finished its class. */
    @Override
    public void close() {
        try {
            requests.close();
            if (!process.waitFor(10, TimeUnit.SECONDS)) kill();
        } catch (IOException e) {
            kill();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            kill();
        } finally {
            log.close();
        }
    }
}
