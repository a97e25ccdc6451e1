package vesper.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A log of failures of the bench itself. The experiment still writes its report, so that the measurements so far are
 * not lost, and the log has the stack trace for debugging.
 */
public final class FaultLog {
    private static final String NAME = "fault.log";

    private FaultLog() {}

    /**
     * Writes the stack trace to {@code fault.log}.
     *
     * @param logs an existing folder
     * @return a sentence for the report
     */
    public static String write(RuntimeException fault, Path logs) {
        String words = "internal error of the bench: " + fault;
        try (var trace = new PrintWriter(Files.newBufferedWriter(logs.resolve(NAME)))) {
            fault.printStackTrace(trace);
            return words + "; see logs/" + NAME;
        } catch (IOException _) {
            return words;
        }
    }
}
