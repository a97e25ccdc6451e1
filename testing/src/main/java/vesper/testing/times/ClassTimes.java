package vesper.testing.times;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/**
 * Appends the wall and CPU time of each top-level test class to {@code target/test-times/PID.csv} of its module.
 *
 * <p>JUnit finds this listener through {@code META-INF/services}, so every module that tests with {@code testing} has it.
 * CPU time is that of this JVM and of the child processes that it has reaped, in steps of 10 ms. A class whose tests run
 * beside those of another class in the same JVM is charged with both.
 */
public final class ClassTimes implements TestExecutionListener {

    private record Start(long millis, long cpuMillis) {}

    private static final Path FOLDER = Path.of("target", "test-times");

    private final Map<String, Start> running = new ConcurrentHashMap<>();

    @Override
    public void executionStarted(TestIdentifier identifier) {
        if (isTopLevelClass(identifier)) running.put(identifier.getUniqueId(), now());
    }

    @Override
    public void executionFinished(TestIdentifier identifier, TestExecutionResult result) {
        Start start = running.remove(identifier.getUniqueId());
        if (start == null) return;
        Start end = now();
        append(String.join(
                ",",
                className(identifier),
                Long.toString(start.millis),
                Long.toString(end.millis - start.millis),
                Long.toString(end.cpuMillis - start.cpuMillis)));
    }

    private static Start now() {
        return new Start(System.currentTimeMillis(), ProcessCpu.ofThisAndReapedChildrenMillis());
    }

    private static boolean isTopLevelClass(TestIdentifier identifier) {
        return identifier.getSource().filter(ClassSource.class::isInstance).isPresent()
                && !className(identifier).contains("$");
    }

    private static String className(TestIdentifier identifier) {
        return ((ClassSource) identifier.getSource().orElseThrow()).getClassName();
    }

    private static synchronized void append(String line) {
        try {
            Files.createDirectories(FOLDER);
            Files.writeString(
                    FOLDER.resolve(ProcessHandle.current().pid() + ".csv"),
                    line + "\n",
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
