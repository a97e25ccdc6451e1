package vesper.testing.suite;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.platform.engine.CancellationToken;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.PostDiscoveryFilter;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherExecutionRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;
import org.junit.platform.reporting.legacy.xml.LegacyXmlReportGeneratingListener;

/**
 * Runs test classes in a separate JVM, one after the other, until its standard input ends.
 *
 * <p>It reads a class name a line and answers on its standard output in lines that begin with {@link #MARK}, described
 * at {@link WorkerProcess}. What tests print goes to {@code CLASS-output.txt} beside the reports; other lines on its
 * standard output come from child processes that inherited it.
 */
final class Worker {
    static final String MARK = "\u0001";

    private final Path reports;
    private final String excludedTag;
    private final Optional<Pattern> methods;
    private final boolean isFailFast;
    private final PrintStream answers =
            new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    private final SwitchedOutput printed = new SwitchedOutput();

    private Worker(Path reports, String excludedTag, Optional<Pattern> methods, boolean isFailFast) {
        this.reports = reports;
        this.excludedTag = excludedTag;
        this.methods = methods;
        this.isFailFast = isFailFast;
    }

    /**
     * Takes the folder of the reports, the excluded tag or {@code -}, a pattern of method names or {@code -}, and
     * whether a failure ends its class.
     */
    public static void main(String[] arguments) throws IOException {
        Optional<Pattern> methods =
                arguments[2].equals("-") ? Optional.empty() : Optional.of(Pattern.compile(arguments[2]));
        new Worker(Path.of(arguments[0]), arguments[1], methods, Boolean.parseBoolean(arguments[3])).run();
        // Threads that a test left behind do not keep the JVM.
        System.exit(0);
    }

    private void run() throws IOException {
        System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
        System.setErr(System.out);
        Files.createDirectories(reports);
        try (LauncherSession session = LauncherFactory.openSession();
                var names = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            answer(
                    "ready",
                    ManagementFactory.getRuntimeMXBean().getUptime(),
                    ProcessCpu.ofThisAndReapedChildrenMillis());
            for (String name = names.readLine(); name != null; name = names.readLine()) runClass(session, name);
        }
    }

    private void runClass(LauncherSession session, String name) throws IOException {
        printed.switchTo(reports.resolve(name + "-output.txt"));
        var summary = new SummaryGeneratingListener();
        var xml = new LegacyXmlReportGeneratingListener(
                reports.resolve(name),
                new PrintWriter(new OutputStreamWriter(System.out, StandardCharsets.UTF_8), true));
        var request = LauncherDiscoveryRequestBuilder.request().selectors(DiscoverySelectors.selectClass(name));
        if (!excludedTag.equals("-")) request.filters(TagFilter.excludeTags(excludedTag));
        methods.ifPresent(wanted -> request.filters(methodsMatching(wanted)));

        long startNanos = System.nanoTime();
        long startCpu = ProcessCpu.ofThisAndReapedChildrenMillis();
        var token = CancellationToken.create();
        var execution = LauncherExecutionRequestBuilder.request(request.build())
                .listeners(summary, xml)
                .cancellationToken(token);
        if (isFailFast) execution.listeners(new FirstFailure(token));
        session.getLauncher().execute(execution.build());
        long millis = (System.nanoTime() - startNanos) / 1_000_000;
        long cpuMillis = ProcessCpu.ofThisAndReapedChildrenMillis() - startCpu;

        printed.close();
        renameReport(name);
        TestExecutionSummary result = summary.getSummary();
        for (TestExecutionSummary.Failure failure : result.getFailures()) answer("failure", describe(failure));
        answer(
                "done",
                result.getTestsSucceededCount(),
                result.getTestsSkippedCount() + result.getTestsAbortedCount(),
                millis,
                cpuMillis);
    }

    /** JUnit names reports by engine, so each class has a folder until here. */
    private void renameReport(String name) throws IOException {
        Path folder = reports.resolve(name);
        Path report = folder.resolve("TEST-junit-jupiter.xml");
        if (Files.exists(report)) {
            Files.move(report, reports.resolve("TEST-" + name + ".xml"), StandardCopyOption.REPLACE_EXISTING);
        }
        Files.deleteIfExists(folder);
    }

    private static PostDiscoveryFilter methodsMatching(Pattern wanted) {
        return descriptor -> {
            TestSource source = descriptor.getSource().orElse(null);
            boolean isWanted = !(source instanceof MethodSource method)
                    || wanted.matcher(method.getMethodName()).matches();
            return FilterResult.includedIf(isWanted);
        };
    }

    private static String describe(TestExecutionSummary.Failure failure) {
        var text = new StringWriter();
        String source =
                failure.getTestIdentifier().getSource().map(Worker::name).orElse("");
        text.write(source + " [" + failure.getTestIdentifier().getDisplayName() + "]\n");
        failure.getException().printStackTrace(new PrintWriter(text, true));
        return text.toString().replace("\\", "\\\\").replace("\r", "").replace("\n", "\\n");
    }

    private static String name(TestSource source) {
        return source instanceof MethodSource method
                ? method.getClassName() + "#" + method.getMethodName()
                : source.toString();
    }

    /** Ends a class after its first failure; the tests that are left count as skipped. */
    private record FirstFailure(CancellationToken token) implements TestExecutionListener {
        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            if (result.getStatus() == TestExecutionResult.Status.FAILED) token.cancel();
        }
    }

    private synchronized void answer(String kind, Object... values) {
        var line = new StringBuilder(MARK).append(kind);
        for (Object value : values) line.append(' ').append(value);
        answers.println(line);
    }
}
