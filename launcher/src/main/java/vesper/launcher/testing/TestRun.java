package vesper.launcher.testing;

import java.io.PrintStream;
import java.net.URI;
import java.util.List;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs test classes with JUnit and prints the outcome of each test, one line each. */
public final class TestRun {
    private static final int LINES_TOLD = 12;

    private final PrintStream out;
    private int passed;
    private int failed;
    private int skipped;

    private TestRun(PrintStream out) {
        this.out = out;
    }

    /** The number of tests with each outcome. */
    public record Counts(int passed, int failed, int skipped) {
        /** Checks whether at least one test passed and none failed. */
        public boolean isGood() {
            return failed == 0 && passed > 0;
        }
    }

    /**
     * Runs all tests of these classes.
     *
     * @param server address for test parameters of type {@link URI}
     */
    public static Counts of(List<Class<?>> classes, URI server, PrintStream out) {
        TestRun run = new TestRun(out);
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(classes.stream().map(DiscoverySelectors::selectClass).toList())
                .configurationParameter("junit.jupiter.extensions.autodetection.enabled", "true")
                .configurationParameter(ServerUri.PARAMETER, server.toString())
                .build();
        LauncherFactory.create().execute(request, run.new Listener());
        return new Counts(run.passed, run.failed, run.skipped);
    }

    private final class Listener implements TestExecutionListener {
        @Override
        public void executionSkipped(TestIdentifier test, String reason) {
            skipped++;
            out.println("skipped  " + nameOf(test) + (reason.isEmpty() ? "" : ": " + reason));
        }

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            boolean good = result.getStatus() == TestExecutionResult.Status.SUCCESSFUL;
            if (good && !test.isTest()) return;
            if (good) {
                passed++;
                out.println("passed   " + nameOf(test));
                return;
            }
            failed++;
            out.println("FAILED   " + nameOf(test));
            result.getThrowable().ifPresent(this::print);
        }

        private void print(Throwable thrown) {
            String.valueOf(thrown.getMessage() == null ? thrown : thrown.getMessage())
                    .lines()
                    .limit(LINES_TOLD)
                    .forEach(line -> out.println("         " + line));
            for (StackTraceElement element : thrown.getStackTrace()) {
                boolean own = "tests".equals(element.getClassLoaderName()) && element.getLineNumber() > 0;
                if (!own) continue;
                out.println("         at " + element.getFileName() + ":" + element.getLineNumber());
                return;
            }
        }

        private String nameOf(TestIdentifier test) {
            return test.getParentIdObject()
                            .map(_ -> test)
                            .flatMap(TestIdentifier::getSource)
                            .map(source -> source instanceof ClassSource ? "" : classOf(test) + ".")
                            .orElse("")
                    + test.getDisplayName().replaceFirst("\\(\\)$", "");
        }

        /** Returns the last class in the unique ID, for example from {@code [class:OrdersTest]}. */
        private static String classOf(TestIdentifier test) {
            return test.getUniqueIdObject().getSegments().stream()
                    .filter(segment -> segment.getType().equals("class"))
                    .reduce((_, last) -> last)
                    .map(segment -> segment.getValue())
                    .orElse("");
        }
    }
}
