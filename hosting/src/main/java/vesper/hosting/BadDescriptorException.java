package vesper.hosting;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A {@code package.properties} that says something that is not understood, or a file of properties that cannot be read.
 */
final class BadDescriptorException extends Exception {
    private static final long serialVersionUID = 1;

    /** A file of nothing but unknown keys would otherwise fill the log and every answer. */
    private static final int MOST_TOLD = 20;

    private final String reason;

    BadDescriptorException(List<String> problems) {
        this("package.properties: " + told(problems));
    }

    /** A file that cannot be read as properties; the reason names it. */
    BadDescriptorException(String reason) {
        super(reason);
        this.reason = reason;
    }

    private static String told(List<String> problems) {
        String more = problems.size() > MOST_TOLD ? "; and " + (problems.size() - MOST_TOLD) + " more" : "";
        return problems.stream().limit(MOST_TOLD).collect(Collectors.joining("; ")) + more;
    }

    /** Every problem of it, for its author. */
    String reason() {
        return reason;
    }
}
