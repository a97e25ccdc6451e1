package vesper.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where it is kept how the bench itself failed: what was measured until then is worth more than to be lost with it, and
 * whoever mends it wants the trace.
 */
public final class FaultLog {
    private static final String NAME = "fault.log";

    private FaultLog() {}

    /**
     * @param logs an existing folder
     * @return what a report says of it
     */
    public static String write(RuntimeException fault, Path logs) {
        String words = "a fault of the bench itself: " + fault;
        try (var trace = new PrintWriter(Files.newBufferedWriter(logs.resolve(NAME)))) {
            fault.printStackTrace(trace);
            return words + "; logs/" + NAME + " says where";
        } catch (IOException _) {
            return words;
        }
    }
}
