package vesper.hosting;

import java.util.List;
import java.util.stream.Collectors;

/** Thrown for an invalid {@code package.properties}, or a properties file that cannot be read. */
final class BadDescriptorException extends Exception {
    private static final long serialVersionUID = 1;

    /** Limit for a file full of unknown keys, which would otherwise fill the log and every response. */
    private static final int MAX_REPORTED = 20;

    private final String reason;

    BadDescriptorException(List<String> problems) {
        this("package.properties: " + joined(problems));
    }

    /** Creates an exception for a file that cannot be read as properties. The reason contains its name. */
    BadDescriptorException(String reason) {
        super(reason);
        this.reason = reason;
    }

    private static String joined(List<String> problems) {
        String more = problems.size() > MAX_REPORTED ? "; and " + (problems.size() - MAX_REPORTED) + " more" : "";
        return problems.stream().limit(MAX_REPORTED).collect(Collectors.joining("; ")) + more;
    }

    /** Returns all problems of the file, for its author. */
    String reason() {
        return reason;
    }
}
